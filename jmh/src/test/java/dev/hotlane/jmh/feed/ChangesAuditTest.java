package dev.hotlane.jmh.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the audit of the changes finds. */
class ChangesAuditTest {
    private final ChangesAudit audit = new ChangesAudit();

    private void take(long sequence, String kind, long before, long value, String more) {
        audit.take(
                sequence,
                new JsonObject("{\"seq\":" + sequence + ",\"kind\":\"" + kind
                        + "\",\"changes\":[{\"key\":\"key:1\",\"before\":" + before + ",\"value\":" + value
                        + "},{\"key\":\"limit:1\",\"before\":0,\"value\":1}]" + more + "}"));
    }

    private void restAndTwoSales() {
        take(3, "transaction", 0, 10, "");
        take(5, "reservation", 10, 9, "");
        take(9, "reservation", 9, 8, "");
    }

    @Test
    void eachSequenceOnceWithItsSumIsRight() {
        restAndTwoSales();
        assertThat(audit.faults(8, 2)).isEmpty();
    }

    @Test
    void partsOfASequenceAreOneSale() {
        take(3, "transaction", 0, 10, "");
        take(5, "reservation", 10, 9, ",\"part\":1,\"parts\":2");
        take(5, "reservation", 0, 0, ",\"part\":2,\"parts\":2");
        assertThat(audit.faults(9, 1)).isEmpty();
    }

    @Test
    void aChangeThatComesAgainIsFoundTwice() {
        restAndTwoSales();
        take(9, "reservation", 9, 8, "");
        assertThat(audit.faults(8, 2)).hasSize(3).anyMatch(fault -> fault.contains("doubled"));
    }

    @Test
    void aChangeThatIsMissingShowsInTheSums() {
        take(3, "transaction", 0, 10, "");
        take(9, "reservation", 9, 8, "");
        assertThat(audit.faults(8, 2))
                .isEqualTo(List.of("units that the changes add up to: 9, not 8", "sales among the changes: 1, not 2"));
    }

    @Test
    void aGapAndAMissingPartAreFound() {
        take(5, "reservation", 10, 9, ",\"part\":1,\"parts\":2");
        take(6, "reservation", 9, 8, "");
        audit.take(7, new JsonObject("{\"seq\":7,\"kind\":\"gap\",\"from\":6,\"to\":7}"));
        assertThat(audit.faults(-2, 2)).hasSize(2).anyMatch(fault -> fault.contains("gaps"));
    }
}
