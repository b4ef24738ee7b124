package dev.hotlane.proof.lane;

import static dev.hotlane.proof.lane.ClientCalls.done;
import static dev.hotlane.proof.lane.ClientCalls.refusal;
import static dev.hotlane.proof.lane.ClientCalls.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.client.BatchResult;
import dev.hotlane.client.ChangedCounter;
import dev.hotlane.client.CommandOutcome;
import dev.hotlane.client.CounterFilter;
import dev.hotlane.client.CounterValue;
import dev.hotlane.client.CountersPage;
import dev.hotlane.client.Done;
import dev.hotlane.client.LaneCall;
import dev.hotlane.client.LaneClient;
import dev.hotlane.client.LaneOp;
import dev.hotlane.client.LaneStatus;
import dev.hotlane.client.LocalCounter;
import dev.hotlane.client.LocalRead;
import dev.hotlane.client.LocalReadCalls;
import dev.hotlane.client.ProblemCode;
import dev.hotlane.client.Refused;
import dev.hotlane.client.Reservation;
import dev.hotlane.client.ReservationFilter;
import dev.hotlane.client.ReservationRequest;
import dev.hotlane.client.SeenOffset;
import dev.hotlane.client.TokenRate;
import dev.hotlane.client.TransactionResult;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every call of the Java client against a running lane, to its success and to each refusal. */
@Tag("it")
@Tag("quick")
@ExtendWith(RealStack.class)
class JavaClientTest {
    private static final Duration TTL = Duration.ofMinutes(10);
    private static final TokenRate SLOW = new TokenRate(1, Duration.ofHours(1), 1);
    private static final Instant FAR = Instant.ofEpochMilli(4_102_444_800_000L);

    @Test
    void everyCallIsAnsweredAsTheContractSays(Lane lane) {
        try (WholeLane on = WholeLane.withView(lane);
                LaneClient client = ClientCalls.client(on.serveViewed().port())) {
            counters(client);
            localReads(client);
            transactions(client);
            reservations(client);
            buckets(client);
            commands(client);
            batches(client);
            assertThat(done(client.status()).ready()).isTrue();
            assertThat(done(client.status()).lane().orElseThrow().leader()).isPresent();
            pages(client);
        }
    }

    private static void counters(LaneClient client) {
        String key = "c/\u00fc %\"\ud83d\ude00";
        assertThat(done(client.counters().get(key)).version()).isZero();
        ChangedCounter made = done(client.counters().putIfAbsent(key, 5));
        assertThat(made.value()).isEqualTo(5);
        assertThat(refused(client.counters().putIfAbsent(key, 5))).isEqualTo(ProblemCode.EXISTS);
        assertThat(refused(client.counters().putIfVersion(key, 6, 0))).isEqualTo(ProblemCode.VERSION_MISMATCH);
        ChangedCounter put = done(client.counters().putIfVersion(key, 6, made.version()));
        assertThat(done(client.counters().getIfChanged(key, put.version()))).isEmpty();
        assertThat(done(client.counters().getIfChanged(key, made.version()))).isPresent();
        assertThat(done(client.counters().increment(key, 4)).value()).isEqualTo(10);
        Refused<ChangedCounter> below = refusal(client.counters().increment(key, -11));
        assertThat(below.code()).isEqualTo(ProblemCode.INSUFFICIENT);
        assertThat(below.available()).hasValue(10);
        assertThat(done(client.counters().query(List.of(key, "none"))))
                .extracting(CounterValue::value)
                .containsExactly(10L, 0L);
        assertThat(done(client.counters().drain(key)).previous()).isEqualTo(10);
        done(client.counters().put(key, Long.MAX_VALUE));
        assertThat(refused(client.counters().increment(key, 1))).isEqualTo(ProblemCode.OVERFLOW);
        assertThat(refused(client.counters().deleteIfVersion(key, 0))).isEqualTo(ProblemCode.VERSION_MISMATCH);
        done(client.counters().delete(key));
    }

    private static void localReads(LaneClient client) {
        LocalReadCalls local = client.reads().local();
        SeenOffset seen = new SeenOffset();
        ChangedCounter put = done(client.counters().put("seen", 5).tracking(seen));
        LocalRead<LocalCounter> own = done(local.tracking(seen).counter("seen"));
        assertThat(own.value()).isEqualTo(new LocalCounter("seen", 5, 0, 0, put.version(), false));
        assertThat(seen.get())
                .isEqualTo(own.offset())
                .isGreaterThanOrEqualTo(put.at().offset());
        done(client.buckets().take("lb", 1, SLOW).tracking(seen));
        LocalRead<List<LocalCounter>> three = Awaitility.await("an answer from the view")
                .until(
                        () -> done(local.tracking(seen)
                                .maxStale(Duration.ofHours(1))
                                .counters(List.of("seen", "none", "lb"))),
                        read -> read.source() == LocalRead.Source.VIEW);
        assertThat(three.value()).extracting(LocalCounter::version).element(0).isEqualTo(put.version());
        assertThat(three.value()).extracting(LocalCounter::bucket).containsExactly(false, false, true);
        assertThat(three.offset()).isGreaterThanOrEqualTo(own.offset());
        LocalRead<Optional<LocalCounter>> same = done(local.counterIfChanged("seen", put.version()));
        assertThat(same.value()).isEmpty();
        assertThat(same.offset()).isGreaterThanOrEqualTo(put.at().offset());
        assertThat(done(local.counterIfChanged("seen", put.version() - 1)).value())
                .isPresent();
        assertThat(done(local.maxStale(Duration.ZERO).counter("seen")).source()).isEqualTo(LocalRead.Source.LANE);
        Refused<LocalRead<LocalCounter>> future =
                refusal(local.minOffset(1L << 53).counter("seen"));
        assertThat(future.code()).isEqualTo(ProblemCode.OFFSET_IN_FUTURE);
        assertThat(future.at().offset()).isPresent();
        done(client.counters().put("board:b", 1).tracking(seen));
        done(client.counters().put("board:a", 2).tracking(seen));
        LocalRead<List<LocalCounter>> board = done(local.tracking(seen).board(WholeLane.BOARD));
        assertThat(board.value()).extracting(LocalCounter::key).containsExactly("board:a", "board:b");
        assertThat(board.source()).isEqualTo(LocalRead.Source.VIEW);
        assertThat(refusal(local.board("board")).code()).isEqualTo(ProblemCode.MALFORMED);
        LaneStatus.View view = done(client.status()).view();
        assertThat(view.boards()).containsExactly(new LaneStatus.Board("board:", 2, false));
        assertThat(view.on()).isTrue();
        assertThat(view.loaded()).isTrue();
        assertThat(view.offset().orElseThrow()).isGreaterThanOrEqualTo(put.at().offset());
        assertThat(view.keys().orElseThrow()).isPositive();
        assertThat(view.stale()).isPresent();
    }

    private static void transactions(LaneClient client) {
        TransactionResult result = done(client.transact(
                LaneOp.set("t", 5).ifAbsent().onHand(),
                LaneOp.add("t", -9).clamp(),
                LaneOp.add("t", -1).withoutMin(),
                LaneOp.check("t").min(-1).max(-1).notBefore(Instant.EPOCH).notAfter(FAR),
                LaneOp.take("tb", 1, SLOW),
                LaneOp.remove("t").ifValue(-1)));
        assertThat(result.results().get(1).applied()).hasValue(-5);
        assertThat(result.results().get(4).remaining()).hasValue(0);
        done(client.counters().put("t", 5));
        assertThat(refused(client.transact(LaneOp.set("t", 1).ifAbsent()))).isEqualTo(ProblemCode.EXISTS);
        assertThat(refused(client.transact(LaneOp.check("t").ifVersion(1)))).isEqualTo(ProblemCode.VERSION_MISMATCH);
        assertThat(refused(client.transact(LaneOp.remove("t").ifValue(6)))).isEqualTo(ProblemCode.VALUE_MISMATCH);
        assertThat(refused(client.transact(LaneOp.check("t").notBefore(FAR)))).isEqualTo(ProblemCode.NOT_OPEN);
        assertThat(refused(client.transact(LaneOp.check("t").notAfter(Instant.EPOCH))))
                .isEqualTo(ProblemCode.CLOSED);
        assertThat(refused(client.transact(LaneOp.add("t", 1).max(5)))).isEqualTo(ProblemCode.LIMIT_EXCEEDED);
        Refused<TransactionResult> second = refusal(client.transact(LaneOp.add("t", 1), LaneOp.add("t", -7)));
        assertThat(second.code()).isEqualTo(ProblemCode.INSUFFICIENT);
        assertThat(second.op().index()).hasValue(1);
        assertThat(second.op().key()).hasValue("t");
    }

    private static void reservations(LaneClient client) {
        done(client.counters().put("stock", 10));
        ReservationRequest two = ReservationRequest.lasting(TTL)
                .line("stock", 2)
                .limit("limit", 2, 2)
                .check(LaneOp.check("stock").min(1))
                .take(LaneOp.take("rb", 0, SLOW))
                .owner("u7");
        LaneCall<Reservation> call = client.reservations().reserve(two);
        Reservation held = done(call);
        assertThat(held.id()).isEqualTo(call.id());
        assertThat(held.lines().get(0).remaining()).hasValue(8);
        Done<Reservation> again = (Done<Reservation>) call.send();
        assertThat(again.replayed()).isTrue();
        assertThat(again.value()).isEqualTo(held);
        assertThat(refused(client.reservations().reserve(two))).isEqualTo(ProblemCode.LIMIT_EXCEEDED);
        assertThat(refused(client.reservations()
                        .reserve(ReservationRequest.lasting(TTL).line("stock", 1))
                        .withId(call.id())))
                .isEqualTo(ProblemCode.ID_REUSED);
        assertThat(done(client.reservations().get(held.id())).state()).isEqualTo(Reservation.State.HELD);
        assertThat(done(client.reservations()
                                .list(ReservationFilter.all().owner("u7").key("stock")))
                        .reservations())
                .extracting(Reservation::id)
                .containsExactly(held.id());
        assertThat(done(client.reservations().extend(held.id(), TTL.plusMinutes(1)))
                        .expiresAt())
                .isAfter(held.expiresAt());
        assertThat(refused(client.reservations().confirm(held.id(), Map.of("stock", 3L))))
                .isEqualTo(ProblemCode.EXCEEDS_HELD);
        assertThat(done(client.reservations().confirm(held.id(), Map.of("stock", 1L)))
                        .lines()
                        .get(0)
                        .confirmed())
                .hasValue(1);
        assertThat(refused(client.reservations().cancel(held.id()))).isEqualTo(ProblemCode.ALREADY_CONFIRMED);
        Reservation other = done(
                client.reservations().reserve(ReservationRequest.lasting(TTL).line("stock", 9)));
        done(client.reservations().cancel(other.id()));
        assertThat(refused(client.reservations().confirm(other.id()))).isEqualTo(ProblemCode.ALREADY_CANCELLED);
        assertThat(refused(client.reservations().get("nobody"))).isEqualTo(ProblemCode.NOT_FOUND);
        assertThat(refused(client.reservations().confirm("nobody"))).isEqualTo(ProblemCode.NOT_FOUND);
        expired(client);
    }

    private static void expired(LaneClient client) {
        String brief = done(client.reservations()
                        .reserve(
                                ReservationRequest.lasting(Duration.ofMillis(1)).line("stock", 1)))
                .id();
        Awaitility.await("an expired reservation")
                .atMost(ClientCalls.PATIENCE)
                .until(() -> done(client.reservations().get(brief)).state() == Reservation.State.EXPIRED);
        assertThat(refused(client.reservations().confirm(brief))).isEqualTo(ProblemCode.EXPIRED);
    }

    private static void buckets(LaneClient client) {
        assertThat(done(client.buckets().take("b", 1, SLOW)).remaining()).isZero();
        Refused<?> limited = refusal(client.buckets().take("b", 1, SLOW));
        assertThat(limited.code()).isEqualTo(ProblemCode.RATE_LIMITED);
        assertThat(limited.retryAfter()).isPresent();
        assertThat(refused(client.buckets().take("stock", 1, SLOW))).isEqualTo(ProblemCode.VALUE_MISMATCH);
        assertThat(refused(client.counters().increment("b", 1))).isEqualTo(ProblemCode.VALUE_MISMATCH);
    }

    private static void commands(LaneClient client) {
        LaneCall<TransactionResult> ran = client.transact(LaneOp.add("x", 1));
        done(ran);
        assertThat(done(client.commands().get(ran.id())).results().get(0).value())
                .isEqualTo(1);
        assertThat(done(client.commands().abandon(ran.id())).state()).isEqualTo(CommandOutcome.State.DONE);
        LaneCall<TransactionResult> rejected = client.transact(LaneOp.add("x", -9));
        refusal(rejected);
        assertThat(done(client.commands().get(rejected.id()))
                        .refusal()
                        .orElseThrow()
                        .code())
                .isEqualTo(ProblemCode.INSUFFICIENT);
        String never = LaneClient.newId().toUpperCase(Locale.ROOT);
        assertThat(refused(client.commands().get(never))).isEqualTo(ProblemCode.NOT_FOUND);
        assertThat(done(client.commands().abandon(never)).state()).isEqualTo(CommandOutcome.State.ABANDONED);
        assertThat(refused(client.transact(LaneOp.add("x", 1)).withId(never))).isEqualTo(ProblemCode.ABANDONED);
        assertThat(refused(client.transact(LaneOp.add("x", 1)).withId(uuid7(System.currentTimeMillis() + 3_600_000))))
                .isEqualTo(ProblemCode.ID_IN_FUTURE);
        assertThat(client.transact(LaneOp.add("x", 1))
                        .withId("\"odd\\id\"")
                        .send()
                        .isDone())
                .isTrue();
    }

    private static void batches(LaneClient client) {
        LaneCall<Reservation> reserve =
                client.reservations().reserve(ReservationRequest.lasting(TTL).line("stock", 1));
        List<LaneCall<?>> calls = List.of(
                client.transact(LaneOp.add("x", 1)),
                reserve,
                client.reservations().extend(reserve.id(), TTL),
                client.reservations().confirm(reserve.id()),
                client.reservations().cancel(reserve.id()),
                client.commands().abandon(LaneClient.newId()));
        assertThat(client.batch(calls))
                .extracting(BatchResult::outcome)
                .extracting(outcome -> outcome instanceof Refused<?> refused ? refused.code() : outcome.isDone())
                .containsExactly(true, true, true, true, ProblemCode.ALREADY_CONFIRMED, true);
        long before = done(client.counters().get("x")).value();
        List<LaneCall<TransactionResult>> many = Stream.generate(() -> client.transact(LaneOp.add("x", 1)))
                .limit(3_000)
                .toList();
        assertThat(client.batch(many)).allMatch(result -> result.outcome().isDone());
        assertThat(client.batch(many)).allMatch(result -> ((Done<?>) result.outcome()).replayed());
        assertThat(done(client.counters().get("x")).value()).isEqualTo(before + 3_000);
    }

    private static void pages(LaneClient client) {
        CountersPage page = done(client.counters().list(CounterFilter.all().limit(1)));
        assertThat(page.counters()).hasSize(1);
        CounterFilter next = CounterFilter.all().limit(1).cursor(page.cursor().orElseThrow());
        assertThat(done(client.counters().list(next)).counters()).hasSize(1);
    }

    private static String uuid7(long time) {
        return new UUID(time << 16 | 0x7000, Long.MIN_VALUE).toString();
    }
}
