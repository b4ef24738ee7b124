package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that can't work are refused before anything is done, by the name that they were given under. */
class UsageTest {
    private static final String SERVERS =
            " --kafka-bootstrap-servers 127.0.0.1:1 --mysql-url jdbc:mysql://127.0.0.1:1/h";

    @TempDir
    private Path directory;

    private UsageRefusals refusals;

    private Path unused;

    @BeforeEach
    void name() {
        unused = directory.resolve("unused");
        refusals = new UsageRefusals(directory, unused);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --retention-margin -5         | --retention-margin must be -1 (off) or more, found -5.
                    --retention-interval-ms 10    | --retention-interval-ms must be at least 1000 ms, found 10 ms.
                    --ring-size 1000              | --ring-size must be a power of two, 64..1048576: 1000.
                    --tick-interval-ms 0          | --tick-interval-ms must be positive, found 0 ms.
                    --flush-keys-max 0            | --flush-keys-max must be positive: 0.
                    --flush-interval-ms -1        | --flush-interval-ms must not be negative: -1.
                    --takeover-silence-ms -1      | --takeover-silence-ms must be at least three times --tick-interval-ms
                    --reply-wait-max-ms -1        | --reply-wait-max-ms must not be negative: -1 ms.
                    --start-patience-ms -1        | --start-patience-ms must not be negative: -1 ms.
                    --stop-patience-ms -1         | --stop-patience-ms must not be negative: -1 ms.
                    --processor-http-port 70000   | --processor-http-port must be 0..65535: 70000.
                    --wait-strategy foo           | one of parking, blocking, sleeping, yielding, busy-spin, found foo.
                    --lane a/b                    | --lane must be 1..200 of a-z, A-Z, 0-9, dot, _ and -, found a/b.
                    """)
    void numbersOfAProcessor(String given, String message) {
        assertRefused("processor " + given + SERVERS, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --gateway-port 70000               | --gateway-port must be 0..65535: 70000.
                    --gateway-body-max 5               | --gateway-body-max must be 1024..262144 bytes: 5.
                    --gateway-header-max-ms 99         | --gateway-header-max-ms must be at least 100: 99.
                    --gateway-body-max-ms 99           | --gateway-body-max-ms must be at least 100: 99.
                    --gateway-peer-connections-max 0   | --gateway-peer-connections-max must be positive: 0.
                    --gateway-proxies 10.0.0.0/8,proxy | --gateway-proxies: expected IP addresses or ranges such as 10.0.0.0/8, separated by commas, found proxy.
                    --gateway-proxies 10.0.0.1/8       | --gateway-proxies: 10.0.0.1/8 has bits set beyond the first 8: write 10.0.0.0/8, or the address alone.
                    --gateway-in-flight-max 0          | --gateway-in-flight-max must be --gateway-event-loops..1048576: 0.
                    --gateway-reply-partition -1       | --gateway-reply-partition must be 0..65535: -1.
                    --gateway-idle-max-ms 5            | --gateway-idle-max-ms must exceed --gateway-reply-wait-max-ms: 5.
                    --cards some                       | --cards must be off, all or hot: some.
                    --cards-bytes-max 5                | --cards-bytes-max must be at least 65536 bytes: 5.
                    --cards-counter-key stock:         | --cards-counter-key must have {id} once, as in stock:{id}: stock:.
                    """)
    void numbersOfAGateway(String given, String message) {
        assertRefused("gateway " + given + SERVERS, message);
        assertRefused("dev --stack-directory " + unused + " " + given, message);
        assertThat(unused).doesNotExist();
    }

    @Test
    void boardsOfAGateway() {
        String view = " --view true --mysql-user u" + SERVERS;
        assertRefused("gateway --view-board stock:" + SERVERS, "--view-board needs --view.");
        assertRefused("node --view-board stock:" + SERVERS, "--view-board needs --view.");
        assertRefused(
                "gateway --view-board a,b --view-board a" + view,
                "--view-board must have different prefixes: [a, b, a].");
        assertRefused("gateway --view-board=" + view, "--view-board must have 1..200 bytes of UTF-8: ''.");
        String many = IntStream.range(0, 65).mapToObj(Integer::toString).collect(Collectors.joining(","));
        assertRefused("dev --view-board " + many, "--view-board must be given at most 64 times: 65.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    -1     | --warm-up-max-ms must be 0..600000, found -1.
                    600001 | --warm-up-max-ms must be 0..600000, found 600001.
                    soon   | Invalid value for option '--warm-up-max-ms'
                    """)
    void timesOfAWarmUp(String given, String message) {
        assertRefused("gateway --warm-up-max-ms " + given + SERVERS, message);
        assertRefused("node --warm-up-max-ms " + given + SERVERS, message);
        assertRefused("dev --stack-directory " + unused + " --warm-up-max-ms " + given, message);
        assertThat(unused).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    snapshot --directory d --keep 1      | --keep must be at least 2, found 1.
                    snapshot f --keep 2                  | --keep needs --directory
                    snapshot --directory d --keep 2 --without-log | --keep needs --directory
                    snapshot                             | Give either FILE or --directory.
                    snapshot f --directory d             | Give either FILE or --directory.
                    demo --buyers 0                      | --buyers must be at least 1000, found 0.
                    topics create --gateways 0           | --gateways must be 1..65536, found 0.
                    topics check --gateways -1           | --gateways must be 1..65536, found -1.
                    topics create --replication-factor -1| --replication-factor must be 0..32767, found -1.
                    topics create --heap 4GB             | --heap must be a size such as 4g or 3500m, found 4GB.
                    topics create --heap 4m              | --heap must be larger: the first RULES do not fit it, found 4m.
                    topics create --heap 512m --cards    | --heap must be larger: the first RULES do not fit it beside 268435456 bytes of cards (--cards-bytes-max), found 512m.
                    topics create --cards-bytes-max -1   | --cards-bytes-max must be at least 0, found -1.
                    topics create --flush-messages 2     | --flush-messages must be 0 or 1, found 2.
                    topics check --lane=                 | --lane must be 1..200 of
                    log --from -1                        | --from must be an offset, 0 or more, found -1.
                    log --limit 0                        | --limit must be at least 1, found 0.
                    dev --stack-kafka-port -1            | --stack-kafka-port must be 0..65535, found -1.
                    dev --stack-mysql-port 70000         | --stack-mysql-port must be 0..65535, found 70000.
                    dev --sample-shop --gateway-principals p | --sample-shop must be without --gateway-principals and --gateway-tls, found true.
                    counters remove --to x --prefix p --key-file none | --key-file: none does not exist.
                    counters remove --to x --prefix p    | the gateway's address x is not scheme, host and port
                    counters remove --to x --prefix=     | --prefix must be at least one character, found .
                    counters remove --to x --prefix p --per-second 0 | --per-second must be 1..100000, found 0.
                    verify --mysql-url elsewhere         | --mysql-url must be like jdbc:mysql://host:3306/database.
                    """)
    void whatOtherCommandsCanNotDo(String line, String message) {
        boolean ofTheLane = line.startsWith("topics") || line.startsWith("log") || line.startsWith("verify");
        assertRefused(line + (ofTheLane ? " --kafka-bootstrap-servers 127.0.0.1:1" : ""), message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --history                             | Missing required option: '--projection-url=JDBC-URL'
                    --history --projection-url db://u:p@h | --projection-url must be like jdbc:mysql://host:3306/database.
                    --projection-url jdbc:mysql://h/d --snapshots s | --snapshots must be with --history.
                    --history --projection-url jdbc:mysql://h/d --marshallers 3 | --marshallers must be without --history
                    --projection-url jdbc:mysql://h/d --marshallers 0 | --marshallers must be 1..
                    """)
    void projections(String given, String message) {
        assertRefused("project " + given + SERVERS + " --mysql-user u", message);
        assertThat(refusals.messages()).doesNotContain("u:p");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    rules set                      | Missing required parameter: 'NAME=VALUE'
                    rules set opsMax               | Expected NAME=VALUE with a whole number, each name once; found opsMax.
                    rules set =3                   | found =3.
                    rules set opsMax=many          | found opsMax=many.
                    rules set opsMax=1 opsMax=2    | found opsMax=2.
                    """)
    void changesOfTheRules(String line, String message) {
        assertRefused(line + " --kafka-bootstrap-servers 127.0.0.1:1", message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --grants-database=h`           | the database must match
                    --grants-prefix=a'             | the prefix of the accounts must match
                    --grants-host=a'b              | the host of the accounts must match
                    --grants-require=MAYBE         | Invalid value for option '--grants-require'
                    --grants-accounts=root         | Invalid value for option '--grants-accounts'
                    """)
    void accountsThatCanNotBe(String given, String message) {
        assertRefused("schema grants " + given, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    -1     | --gateway-leave-ms must be 0..600000, found -1.
                    600001 | --gateway-leave-ms must be 0..600000, found 600001.
                    """)
    void timesOfLeaving(String given, String message) {
        assertRefused("gateway --gateway-leave-ms " + given + SERVERS, message);
        assertRefused("node --gateway-leave-ms " + given + SERVERS, message);
    }

    @Test
    void aVariableAndAKeyOfTheFileAreNamedAsTheyWereGiven() throws IOException {
        refusals.assertRefused(
                Map.of("HOTLANE_RING_SIZE", "1000"), "processor" + SERVERS, "HOTLANE_RING_SIZE must be a power");
        Path file = Files.writeString(directory.resolve("hotlane.properties"), "flush.keys.max=0\ngateway.port=-1\n");
        assertRefused("processor" + SERVERS, "flush.keys.max of " + file + " must be positive: 0.");
        assertRefused("gateway" + SERVERS, "gateway.port of " + file + " must be 0..65535: -1.");
        assertRefused("processor --flush-keys-max -2" + SERVERS, "--flush-keys-max must be positive: -2.");
    }

    @Test
    void aUrlThatIsNoneOfMySqlIsNotPrinted() {
        assertRefused("snapshot here --mysql-url db://u:sesame@host/h", "--mysql-url must be like jdbc:mysql:");
        assertThat(refusals.messages()).doesNotContain("sesame");
    }

    private void assertRefused(String line, String message) {
        refusals.assertRefused(Map.of(), line, message);
    }
}
