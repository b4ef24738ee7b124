package dev.hotlane.proof.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Drives every operation of openapi.yaml against a running lane, through success and failures. The driver compares each
 * answer with the document. The order matters: the last tests kill the processor and read the answers of all others.
 */
@Tag("it")
@Tag("containers")
@ExtendWith(RealStack.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OpenApiTest {
    private static final int EARLY = 1;
    private static final int LATE = 2;
    private static final int LAST = 3;

    /** Not covered here: they need an operator, a record of a later version, a full gateway, and a slow caller. */
    private static final Set<String> ELSEWHERE = Set.of("QUARANTINED", "UNSUPPORTED", "OVERLOADED", "REQUEST_TIMEOUT");

    /** Their answers have no end: GatewayWatchTest and GatewayChangesTest read them. */
    private static final Set<String> ENDLESS = Set.of("watch", "changes");

    private final Yaml yaml = Yaml.ofThisBuild();
    private final Driver driver = new Driver(yaml);
    private final Samples samples = new Samples(driver);
    private final ContractLane lane;

    OpenApiTest(Lane lane) {
        this.lane = new ContractLane(lane);
        driver.to(this.lane.gateway());
    }

    @AfterAll
    void end() {
        lane.close();
    }

    @Test
    @Order(EARLY)
    void everyOperationHasASample() {
        assertThat(yaml.operations()).allMatch(samples::has);
    }

    @Test
    @Order(EARLY)
    void everyOperationSucceeds() {
        for (Operation operation : yaml.operations()) {
            if (!ENDLESS.contains(operation.id())) {
                driver.valid(samples.of(operation), Samples.success(operation));
            }
        }
    }

    @Test
    @Order(EARLY)
    void everyExampleOfARequestWorks() {
        Examples examples = new Examples(driver, samples);
        for (Operation operation : yaml.operations()) {
            if (operation.hasBody()) {
                assertThat(examples.run(operation)).as(operation.id()).isPositive();
            }
        }
    }

    @Test
    @Order(EARLY)
    void everyRepeatGetsTheFirstAnswerAlsoWithItsKeyQuoted() {
        for (Operation operation : keyed()) {
            Asked asked = samples.of(operation);
            Told first = driver.valid(asked, Samples.success(operation));
            if (!operation.id().equals("abandon")) {
                assertThat(first.header("Idempotency-Replayed"))
                        .as(operation.id())
                        .isNull();
            }
            Told again = driver.valid(asked.key('"' + asked.key() + '"'), Samples.success(operation));
            assertThat(again.header("Idempotency-Replayed")).as(operation.id()).isEqualTo("true");
            assertThat(again.body()).isEqualTo(first.body());
        }
    }

    @Test
    @Order(EARLY)
    void everyKeyedCallNeedsAKey() {
        for (Operation operation : keyed()) {
            Asked asked = samples.of(operation);
            driver.any(asked.key(null), 400, "IDEMPOTENCY_KEY_MISSING");
            driver.any(asked.key("k".repeat(65)), 400, "MALFORMED");
            driver.any(asked.key("\"open"), 400, "MALFORMED");
        }
    }

    @Test
    @Order(EARLY)
    void everyKeyedCallRefusesAKeyOfAnotherCommand() {
        String used = samples.done("increment");
        for (Operation operation : keyed()) {
            Asked other = samples.of(operation).key(used);
            if (operation.id().equals("increment")) {
                other = other.body("{\"amount\":4}");
            }
            driver.valid(other, 422, "ID_REUSED");
        }
    }

    @Test
    @Order(EARLY)
    void everyKeyedCallHeedsAnAbandonedKey() {
        for (Operation operation : keyed()) {
            String abandoned = driver.freshKey();
            Told told = driver.valid(driver.request("abandon").at("id", abandoned), 200);
            assertThat(told.json().get("state").asString()).isEqualTo("abandoned");
            driver.valid(samples.of(operation).key(abandoned), 409, "ABANDONED");
        }
    }

    @Test
    @Order(EARLY)
    void everyKeyedCallRefusesAnIdFromTheFuture() {
        for (Operation operation : keyed()) {
            driver.valid(samples.of(operation).key(uuid7(System.currentTimeMillis() + 3_600_000)), 400, "ID_IN_FUTURE");
        }
    }

    @Test
    @Order(EARLY)
    void everyBodyIsReadStrictly() {
        for (Operation operation : withJsonBody()) {
            Asked asked = samples.of(operation);
            driver.any(asked.body("{"), 400, "MALFORMED");
            driver.any(asked.body("[]"), 400, "MALFORMED");
            driver.any(asked.body("{\"unknown\":1}"), 400, "MALFORMED");
            driver.any(asked.header("content-type", "text/plain"), 415, "UNSUPPORTED_MEDIA_TYPE");
            driver.any(asked.header("content-type", null), 415, "UNSUPPORTED_MEDIA_TYPE");
            driver.any(asked.header("content-encoding", "gzip"), 415, "UNSUPPORTED_MEDIA_TYPE");
        }
        for (String type : new String[] {null, "text/plain", "application/json"}) {
            Asked batch = samples.of(yaml.operation("batch")).header("content-type", type);
            driver.any(batch, 415, "UNSUPPORTED_MEDIA_TYPE");
        }
        for (Operation operation : yaml.operations()) {
            // The 413 of a GET is about the length of its answer.
            if (operation.statuses().contains(413) && !operation.method().equals("GET")) {
                Asked large = samples.of(operation).body(" ".repeat(1_000_000));
                driver.any(large.header("content-type", "application/json"), 413, "TOO_LARGE");
            }
            if (operation.statuses().contains(415) && !operation.hasBody()) {
                Asked other = samples.of(operation).body("{}").header("content-type", "text/plain");
                driver.any(other, 415, "UNSUPPORTED_MEDIA_TYPE");
            }
        }
    }

    @Test
    @Order(EARLY)
    void everyCallRefusesWhatItDoesNotKnow() {
        for (Operation operation : yaml.operations()) {
            Asked asked = samples.of(operation);
            if (operation.statuses().contains(400)) {
                driver.any(asked.query("unknown=1"), 400, "MALFORMED");
            }
            driver.any(asked.query("x=" + "x".repeat(4_096)), 414, "URI_TOO_LONG");
            driver.any(asked.header("x", "x".repeat(16_384)), 431, "HEADERS_TOO_LARGE");
            driver.any(asked.header("host", "elsewhere.example"), 421, "MISDIRECTED");
            driver.any(asked.header("origin", "https://elsewhere.example"), 403, "FORBIDDEN");
        }
        driver.outside("GET", "/v1/nothing", "RouteNotFound");
        Told told = driver.outside("PATCH", "/v1/counters/c", "MethodNotAllowed");
        assertThat(told.header("Allow")).isEqualTo("GET, HEAD, PUT, DELETE");
    }

    @Test
    @Order(EARLY)
    void everyRejectionOfItsOwnIsAsTheDocumentSays() {
        Refusals refusals = new Refusals(driver, samples);
        refusals.ofTransactions();
        refusals.ofReservations();
        refusals.ofResolutions();
        refusals.ofCounters();
        refusals.ofLocalReads();
        refusals.ofProducts();
        refusals.ofBatches();
        refusals.ofAFullLane(ContractLane.COUNTERS_MAX);
    }

    @Test
    @Order(EARLY)
    void boardsReadinessRejectedWatchesAndUnknownCallersAreAsTheDocumentSays() {
        List<Asked> calls = yaml.operations().stream().map(samples::of).toList();
        driver.to(lane.viewingGateway());
        Refusals refusals = new Refusals(driver, samples);
        refusals.ofReadiness();
        refusals.ofBoards(ContractLane.BOARD);
        refusals.ofWatches();
        driver.to(lane.keyedGateway());
        RefusedCallers.refused(driver, calls, lane.key());
        driver.to(lane.gateway());
    }

    @Test
    @Order(LATE)
    void everyKeyedCallRefusesAnIdBeforeTheHorizon() {
        lane.pushOutOfTheWindow(driver);
        for (Operation operation : yaml.operations()) {
            if (operation.statuses().contains(410)
                    && operation.codes(410).contains("ID_EXPIRED")
                    && !operation.id().equals("listReservations")) {
                Asked old = samples.of(operation);
                old = operation.isKeyed() ? old.key(uuid7(1)) : old.at("id", uuid7(1));
                driver.valid(old, 410, "ID_EXPIRED");
            }
        }
    }

    @Test
    @Order(LAST)
    void everyCallSaysHonestlyThatNobodyAnswers() {
        List<Asked> last = new ArrayList<>();
        for (Operation operation : yaml.operations()) {
            if (operation.statuses().contains(503) && !ENDLESS.contains(operation.id())) {
                last.add(samples.of(operation));
            }
        }
        lane.killProcessor();
        driver.to(lane.patientGateway());
        driver.valid(driver.request("listCounters"), 503, "UNAVAILABLE");
        for (Asked asked : last) {
            if (asked.operation().statuses().contains(504)) {
                boolean isLocal = asked.operation().parameter("consistency") != null;
                driver.valid(isLocal ? asked.and("consistency=lane") : asked, 504, "OUTCOME_UNKNOWN");
            }
        }
        driver.to(lane.gateway());
        lane.awaitNotReady();
        for (Asked asked : last) {
            if (asked.operation().id().equals("readyz")) {
                driver.valid(asked, 503);
            } else if (!asked.operation().id().equals("listCounters")) {
                driver.valid(asked, 503, "UNAVAILABLE");
            }
        }
    }

    @Test
    @Order(LAST + 1)
    void everyStatusAndCodeOfTheDocumentWasSeen() {
        Set<String> missing = new TreeSet<>();
        for (Operation operation : yaml.operations()) {
            if (ENDLESS.contains(operation.id())) {
                continue;
            }
            for (int status : operation.statuses()) {
                Set<String> expected = new TreeSet<>();
                operation.codes(status).stream()
                        .filter(code -> !ELSEWHERE.contains(code))
                        .forEach(code -> expected.add(status + " " + code));
                if (operation.codes(status).isEmpty()) {
                    expected.add(Integer.toString(status));
                }
                expected.removeAll(driver.seen(operation));
                expected.forEach(answer -> missing.add(operation.id() + " " + answer));
            }
        }
        assertThat(missing).isEmpty();
    }

    private List<Operation> keyed() {
        return yaml.operations().stream().filter(Operation::isKeyed).toList();
    }

    private List<Operation> withJsonBody() {
        return yaml.operations().stream()
                .filter(operation -> "application/json".equals(operation.bodyType()))
                .toList();
    }

    private static String uuid7(long time) {
        UUID random = UUID.randomUUID();
        long hi = time << 16 | 0x7000 | random.getMostSignificantBits() & 0xFFF;
        return new UUID(hi, random.getLeastSignificantBits()).toString();
    }
}
