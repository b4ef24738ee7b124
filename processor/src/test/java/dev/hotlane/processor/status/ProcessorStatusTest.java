package dev.hotlane.processor.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.processor.ring.StateFigures;
import dev.hotlane.processor.status.ProcessorStatus.Flushing;
import dev.hotlane.processor.status.ProcessorStatus.Leading;
import dev.hotlane.processor.status.ProcessorStatus.Offsets;
import dev.hotlane.processor.status.ProcessorStatus.Role;
import dev.hotlane.protocol.json.JsonLine;
import org.junit.jupiter.api.Test;

class ProcessorStatusTest {
    private static final StateFigures FIGURES = new StateFigures(
            new StateFigures.At(11, 12, 13, 14, 0xABCL),
            new StateFigures.Window(15, 16, 17),
            new StateFigures.Counters(18, 19),
            new StateFigures.Holds(20, 21, 22, 23),
            new StateFigures.Room(24, 25, 26, 27));

    private static ProcessorStatus status(String lastFailure) {
        return new ProcessorStatus(
                "hotlane",
                Role.LEADING,
                "00ff",
                new Leading(1, 2, 3),
                new Offsets(7, 6, 5, 9),
                new Flushing(4, lastFailure, 8.9),
                FIGURES);
    }

    private static String json(ProcessorStatus status) {
        JsonLine out = new JsonLine().begin();
        status.writeTo(out);
        return out.end();
    }

    @Test
    void everyFieldHasItsNameAndPlace() {
        assertThat(json(status(null)))
                .isEqualTo("{\"lane\":\"hotlane\",\"role\":\"leading\",\"incarnation\":\"00ff\",\"epoch\":1,"
                        + "\"takeOvers\":{\"all\":2,\"false\":3},"
                        + "\"offsets\":{\"applied\":7,\"replied\":6,\"flushed\":5,\"logEnd\":9},"
                        + "\"lags\":{\"apply\":2,\"flush\":2},"
                        + "\"flush\":{\"failures\":4,\"lastFailure\":null,\"stalledSeconds\":8},"
                        + "\"state\":{\"offset\":11,\"epoch\":12,\"logTime\":13,\"horizon\":15,\"windowCount\":16,"
                        + "\"windowAgeMs\":17,\"counters\":18,\"buckets\":19,"
                        + "\"holds\":{\"open\":20,\"resolved\":21,\"expired\":22,\"expiriesWaiting\":23},"
                        + "\"bytes\":{\"state\":24,\"stateMax\":25,\"window\":26,\"windowMax\":27},"
                        + "\"rules\":14,\"digest\":\"0000000000000abc\"}}");
    }

    @Test
    void aFailureIsShownOnOneLine() {
        assertThat(json(status("Table 'a\\b' is \"full\"\nä")))
                .contains("\"lastFailure\":\"Table 'a\\\\b' is \\\"full\\\" ä\",");
    }
}
