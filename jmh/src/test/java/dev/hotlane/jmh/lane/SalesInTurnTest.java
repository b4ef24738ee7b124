package dev.hotlane.jmh.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.jmh.lane.http.SalesInTurn;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ratios of what takes turns. */
class SalesInTurnTest {
    @Test
    void eachRoundIsComparedWithTheFirstConditionOfTheSameRound() {
        SalesInTurn sales = new SalesInTurn(List.of("without", "with"));
        List.of(1_000.0, 2_000.0, 4_000.0).forEach(rate -> sales.add("without", rate));
        List.of(900.0, 2_200.0, 4_000.0).forEach(rate -> sales.add("with", rate));
        assertThat(sales.table("sales", "with : without").lines())
                .containsExactly(
                        "| sales | a second, median (least, most) | with : without, of the medians"
                                + " | of each round, median (least, most) |",
                        "|---|---|---|---|",
                        "| without | 2,000 (1,000, 4,000) | 1.000 | 1.000 (1.000, 1.000) |",
                        "| with | 2,200 (900, 4,000) | 1.100 | 1.000 (0.900, 1.100) |");
    }
}
