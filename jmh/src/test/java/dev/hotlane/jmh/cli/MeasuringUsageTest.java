package dev.hotlane.jmh.cli;

import dev.hotlane.infra.cli.UsageRefusals;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values with which nothing could be measured. */
class MeasuringUsageTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    bench replay --commands 0            | --commands must be at least 1, found 0.
                    bench replay --keys 0                | --keys must be 1..--commands (6000000), found 0.
                    bench replay --tail -1                | --tail must be at least 0, found -1.
                    bench take-over --kills 0            | --kills must be at least 1, found 0.
                    bench lane --threads 0               | --threads must be 1..1,024, found 0.
                    bench lane --depth 0                 | --depth must be 1..1,024, found 0.
                    bench lane --peer mongo              | mongo
                    bench lane --keys 0                  | --keys must be 1..1,000,000, found 0.
                    bench lane --form http               | http
                    bench lane --ops 65                  | --ops must be 1..64, found 65.
                    bench lane --in-flight 0             | --in-flight must be 1..1,000,000, found 0.
                    bench lane --seconds 0               | --seconds must be at least 1, found 0.
                    bench lane --windows 0               | --windows must be at least 1, found 0.
                    bench lane --warmup -1               | --warmup must be at least 0, found -1.
                    bench lane --producer linger.ms      | linger.ms
                    bench observe --connections 65537    | --connections must be 1..65536, found 65537.
                    bench feed --connections 65537       | --connections must be 1..65536, found 65537.
                    bench hostile --connections 0        | --connections must be 1..65536, found 0.
                    bench transactions --connections 0   | --connections must be 1..65536, found 0.
                    bench observe --seconds 8            | --seconds must be a multiple of 5, found 8.
                    bench observe --rounds 0             | --rounds must be at least 1, found 0.
                    bench reads --only etcd              | --only must be local,pipelined
                    bench reads --seconds 0              | --seconds must be at least 1, found 0.
                    compare --connections 0              | --connections must be 1..65536, found 0.
                    compare --peers no-such              | no-such
                    """)
    void whatCanNotWorkIsRefused(String line, String message) {
        new UsageRefusals(directory, directory.resolve("unused")).assertRefused(Map.of(), line, message);
    }
}
