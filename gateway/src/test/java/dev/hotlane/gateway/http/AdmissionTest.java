package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.hotlane.gateway.Seed;
import dev.hotlane.gateway.call.CallInput;
import dev.hotlane.gateway.call.LogRequest;
import dev.hotlane.gateway.http.BadRequests.Sent;
import dev.hotlane.gateway.http.GoodRequests.Request;
import dev.hotlane.gateway.json.ProblemText;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Sender;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.json.JsonText;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AdmissionTest {
    private static final int GOOD_REQUESTS = 30_000;
    private static final int BAD_REQUESTS = 120_000;
    private static final CallInput.Limits LIMITS = new CallInput.Limits(1_000);
    private static final List<Route> WRITES =
            Routes.ALL.stream().filter(Route::keyed).toList();
    private static final Route RICHEST = Routes.find(HttpMethod.POST, "/v1/reservations");
    private static final Set<Code> OF_THE_REQUEST =
            EnumSet.of(Code.MALFORMED, Code.IDEMPOTENCY_KEY_MISSING, Code.UNSUPPORTED_MEDIA_TYPE);

    private final RecordWriter writer = new RecordWriter();
    private final RecordView view = new RecordView();

    /** Goal: whatever the contract allows of any call that writes reaches the processor as a sound command. */
    @Test
    void admitsEveryGoodRequest() {
        Random random = Seed.random();
        GoodRequests requests = new GoodRequests(random);
        for (int i = 0; i < GOOD_REQUESTS; i++) {
            Request good = requests.next(WRITES.get(i % WRITES.size()));
            byte[] body = BadRequests.bytes(good);
            LogRequest question = Admission.question(
                    good.route(), Sender.NONE, good.path(), good.query(), good.headers(), body, LIMITS);
            byte[] record = question.encode(writer, new Routing(1, 2, 3, 4), new byte[0]);
            assertThat(view.wrap(question.id(), record)).isEqualTo(RecordKind.COMMAND);
            assertThat(view.command().fault())
                    .as(() -> good.route().name() + " " + shown(body))
                    .isEqualTo(Verdict.OK);
        }
    }

    /** Goal: no request with a fault becomes a command. Method: good ones, each spoiled in one certain way. */
    @Test
    @Tag("long")
    void refusesEveryBadRequest() {
        Random random = Seed.random();
        GoodRequests requests = new GoodRequests(random);
        BadRequests spoiler = new BadRequests(random);
        Map<String, Integer> faults = new TreeMap<>();
        for (int i = 0; i < BAD_REQUESTS; i++) {
            Sent bad = spoiler.spoil(requests.next(random.nextBoolean() ? RICHEST : WRITES.get(i % WRITES.size())));
            faults.merge(bad.fault(), 1, Integer::sum);
            Throwable thrown = catchThrowable(() -> Admission.question(
                    bad.route(), Sender.NONE, bad.path(), bad.query(), bad.headers(), bad.body(), LIMITS));
            assertThat(thrown)
                    .as(() -> bad.fault() + ": " + bad.path() + " " + bad.headers() + shown(bad.body()))
                    .isInstanceOf(RequestRefused.class);
            requireProblem((RequestRefused) thrown);
        }
        assertThat(faults)
                .hasSizeGreaterThan(30)
                .allSatisfy((fault, count) -> assertThat(count).as(fault).isGreaterThan(20));
    }

    private static void requireProblem(RequestRefused refusal) {
        assertThat(refusal.code()).isIn(OF_THE_REQUEST);
        assertThat(refusal.getMessage()).hasSizeBetween(20, 500).doesNotContain("Exception", "com.fasterxml");
        JsonText text = new JsonText();
        ProblemText.write(text, refusal.code(), refusal.getMessage());
        JsonObject problem = new JsonObject(text.toString());
        assertThat(problem.getInteger("status")).isBetween(400, 499);
        assertThat(problem.getString("code")).isEqualTo(refusal.code().name());
        assertThat(problem.getString("detail")).isEqualTo(refusal.getMessage());
    }

    private static String shown(byte[] body) {
        return new String(body, 0, Math.min(300, body.length), StandardCharsets.UTF_8);
    }
}
