package dev.hotlane.infra.past;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The id alone chooses, at the observed rate. */
class AssumedConfirmsTest {
    private static final List<String> IDS =
            IntStream.range(0, 1_000).mapToObj(i -> "order-" + i).toList();

    private static Set<String> chosen(AssumedConfirms rate, List<String> ids) {
        Set<String> chosen = new TreeSet<>();
        for (String id : ids) {
            if (rate.choose(id.getBytes(StandardCharsets.UTF_8), true)) {
                chosen.add(id);
            }
        }
        return chosen;
    }

    @Test
    void aRateBetweenNoneAndAllChoosesThatShare() {
        assertThat(chosen(new AssumedConfirms(10, 0), IDS)).isEmpty();
        assertThat(chosen(new AssumedConfirms(10, 3), IDS)).hasSizeBetween(250, 350);
        assertThat(chosen(new AssumedConfirms(10, 9), IDS)).hasSizeBetween(870, 930);
        assertThat(chosen(new AssumedConfirms(10, 10), IDS)).hasSize(IDS.size());
        assertThat(chosen(new AssumedConfirms(), IDS))
                .as("nothing was observed")
                .isEmpty();
    }

    @Test
    void theOrderOfReservationsChangesNoChoice() {
        Set<String> chosen = chosen(new AssumedConfirms(10, 3), IDS);
        List<String> backwards = new ArrayList<>(IDS);
        Collections.reverse(backwards);
        assertThat(chosen(new AssumedConfirms(10, 3), backwards)).isEqualTo(chosen);
        assertThat(chosen(new AssumedConfirms(10, 3), IDS.subList(500, 600)))
                .as("other reservations before it")
                .isEqualTo(new TreeSet<>(
                        IDS.subList(500, 600).stream().filter(chosen::contains).toList()));
        assertThat(chosen(new AssumedConfirms(10, 5), IDS))
                .as("a higher rate chooses more")
                .containsAll(chosen);
    }

    @Test
    void aRetryOfAChosenOneIsChosenAndARealOneNever() {
        AssumedConfirms all = new AssumedConfirms(1, 1);
        byte[] id = "order-1".getBytes(StandardCharsets.UTF_8);
        assertThat(all.choose(id, false)).isFalse();
        assertThat(all.choose(id, true)).isTrue();
        assertThat(all.choose(id, false)).isTrue();
    }
}
