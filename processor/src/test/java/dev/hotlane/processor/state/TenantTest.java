package dev.hotlane.processor.state;

import static dev.hotlane.processor.state.Content.abandon;
import static dev.hotlane.processor.state.Content.cancel;
import static dev.hotlane.processor.state.Content.confirm;
import static dev.hotlane.processor.state.Content.extend;
import static dev.hotlane.processor.state.Content.hold;
import static dev.hotlane.processor.state.Content.holdOf;
import static dev.hotlane.processor.state.Content.stock;
import static dev.hotlane.protocol.Op.add;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.CommandShape;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.ReadView;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.HoldState;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tenants share counters, and nothing else: not ids, holds, lists or outcomes. */
class TenantTest {
    private static final long TTL = 60_000;
    private static final List<String> TENANTS = List.of("", "acme", "b-2");
    private static final String UUID = LaneInMemory.uuid7(LaneInMemory.NOON + 1, 7);

    private LaneInMemory lane = LaneInMemory.ready();

    @BeforeEach
    void fill() {
        lane.run(Op.set("s", 100_000));
    }

    @Test
    void eachTenantHasItsOwnOutcomeOfAnId() {
        for (String id : new String[] {"order-1", UUID}) {
            for (String tenant : TENANTS) {
                Reply first = lane.of(tenant).command(id, add("n-" + tenant, 1));
                assertThat(first.verdict()).as("%s of %s", id, tenant).isEqualTo(Verdict.OK);
                assertThat(first.replayed()).isFalse();
            }
            for (String tenant : TENANTS) {
                Reply again = lane.of(tenant).command(id, add("n-" + tenant, 1));
                assertThat(again.replayed()).as("%s of %s", id, tenant).isTrue();
                assertThat(lane.readCommand(id).verdict()).isEqualTo(Verdict.OK);
                assertThat(lane.command(id, add("n-" + tenant, 2)).verdict()).isEqualTo(Verdict.ID_REUSED);
            }
        }
        assertThat(lane.value("n-acme")).isEqualTo(2);
    }

    @Test
    void theHoldOfAnotherTenantIsNotFound() {
        for (String owner : TENANTS) {
            lane.of(owner).command("r1", hold(TTL, stock("s", 1)));
        }
        lane.of("acme").command("r2", hold(TTL, stock("s", 5)));
        long units = lane.value("s");
        for (String other : new String[] {"", "b-2"}) {
            lane.of(other);
            assertThat(lane.readHold("r2").verdict()).isEqualTo(Verdict.NOT_FOUND);
            assertThat(lane.readCommand("r2").verdict()).isEqualTo(Verdict.NOT_FOUND);
            for (Command command : List.of(confirm("r2"), cancel("r2"), extend("r2", 5))) {
                assertThat(lane.command("try-" + command.kind() + other, command)
                                .verdict())
                        .isEqualTo(Verdict.NOT_FOUND);
            }
        }
        assertThat(lane.value("s")).isEqualTo(units);
        assertThat(lane.of("acme").readHold("r2").hold().state()).isEqualTo(HoldState.HELD);
        assertThat(lane.command("c", cancel("r1")).verdict()).isEqualTo(Verdict.OK);
        assertThat(lane.of("").readHold("r1").hold().state()).isEqualTo(HoldState.HELD);
        assertThat(lane.of("b-2").readHold("r1").hold().state()).isEqualTo(HoldState.HELD);
    }

    @Test
    void theHoldOfAnotherOwnerIsNotFound() {
        lane.of("acme").command("r1", holdOf("u7", TTL, stock("s", 5)));
        long units = lane.value("s");
        for (CommandKind kind : List.of(CommandKind.CONFIRM, CommandKind.CANCEL, CommandKind.EXTEND)) {
            assertThat(lane.command("not-" + kind, owned(kind, "u8")).verdict()).isEqualTo(Verdict.NOT_FOUND);
        }
        assertThat(lane.readHold("r1", "u8").verdict()).isEqualTo(Verdict.NOT_FOUND);
        assertThat(lane.readHold("r1", "u7").hold().state()).isEqualTo(HoldState.HELD);
        assertThat(lane.value("s")).isEqualTo(units);
        assertThat(lane.command("extend", owned(CommandKind.EXTEND, "u7")).verdict())
                .isEqualTo(Verdict.OK);
        assertThat(lane.command("confirm", owned(CommandKind.CONFIRM, "u7")).verdict())
                .isEqualTo(Verdict.OK);
        assertThat(lane.command("again", owned(CommandKind.CONFIRM, "u8")).verdict())
                .as("a resolved hold")
                .isEqualTo(Verdict.NOT_FOUND);
        assertThat(lane.command("confirm", owned(CommandKind.CONFIRM, "u8")).verdict())
                .as("the owner is content")
                .isEqualTo(Verdict.ID_REUSED);
    }

    private static Command owned(CommandKind kind, String owner) {
        long ttl = kind == CommandKind.EXTEND ? TTL : 0;
        return new Command(kind, false, ttl, List.of(), LaneInMemory.bytes("r1"), LaneInMemory.bytes(owner));
    }

    @Test
    void listsHaveTheHoldsOfOneTenant() {
        for (int i = 0; i < 9; i++) {
            lane.of(TENANTS.get(i % 3)).command("r" + i, holdOf("u" + i % 2, TTL, stock("s", 1)));
        }
        for (int tenant = 0; tenant < 3; tenant++) {
            lane.of(TENANTS.get(tenant));
            String newest = "r" + (6 + tenant);
            String middle = "r" + (3 + tenant);
            String oldest = "r" + tenant;
            assertThat(ids(lane.page(HoldState.NONE, 9, "", "", ""))).containsExactly(newest, middle, oldest);
            assertThat(ids(lane.page(HoldState.NONE, 9, "", "s", middle))).containsExactly(oldest);
            assertThat(ids(lane.page(HoldState.NONE, 9, "u" + tenant % 2, "", "")))
                    .containsExactly(newest, oldest);
            assertThat(lane.page(HoldState.NONE, 9, "", "", "r" + (tenant + 1)).verdict())
                    .as("the cursor of another tenant")
                    .isEqualTo(Verdict.ID_EXPIRED);
        }
    }

    private static List<String> ids(Reply reply) {
        return reply.holds().stream().map(Reply.Hold::id).toList();
    }

    @Test
    void aPageVisitsTheHoldsOfItsTenantOnly() {
        lane.of("acme").command("first", holdOf("u7", TTL, stock("s", 1)));
        lane.command("second", holdOf("u7", TTL, stock("s", 1)));
        for (int i = 0; i < HoldPages.VISITS_MAX; i++) {
            lane.of(i % 2 == 0 ? "" : "b-2").command("other-" + i, holdOf("u7", TTL, stock("s", 1)));
        }
        lane.of("acme");
        for (String[] filter : new String[][] {{"", ""}, {"u7", ""}, {"", "s"}}) {
            Reply page = lane.page(HoldState.NONE, ReadView.PAGE_MAX, filter[0], filter[1], "");
            assertThat(ids(page)).containsExactly("second", "first");
            assertThat(page.cursor()).isEmpty();
        }
    }

    @Test
    void anAbandonEndsTheCommandOfItsTenantOnly() {
        lane.of("acme").command("a1", abandon("order"));
        assertThat(lane.of("b-2").command("order", add("n", 1)).verdict()).isEqualTo(Verdict.OK);
        assertThat(lane.of("").command("order", add("n", 1)).verdict()).isEqualTo(Verdict.OK);
        assertThat(lane.of("acme").command("order", add("n", 1)).verdict()).isEqualTo(Verdict.ABANDONED);
        assertThat(lane.of("b-2").command("a1", abandon("order")).verdict()).isEqualTo(Verdict.OK);
        assertThat(lane.value("n")).isEqualTo(2);
    }

    @Test
    void aSkipKeepsTheIdOfOneTenantFromRunning() {
        lane.state.quarantine(new long[] {lane.meta().nextOffset});
        assertThat(lane.of("acme").command("poison", add("n", 1))).isNull();
        assertThat(lane.command("poison", add("n", 1)).verdict()).isEqualTo(Verdict.QUARANTINED);
        assertThat(lane.of("").command("poison", add("n", 1)).verdict()).isEqualTo(Verdict.OK);
        assertThat(lane.of("b-2").command("poison", add("n", 1)).verdict()).isEqualTo(Verdict.OK);
    }

    @Test
    void openHoldsOfOneTenantAreLimitedAndTheOthersDoNotCount() {
        lane = LaneInMemory.ready(limited(2));
        fill();
        for (String tenant : TENANTS) {
            lane.of(tenant);
            assertThat(lane.command("r1", hold(TTL, stock("s", 1))).verdict()).isEqualTo(Verdict.OK);
            assertThat(lane.command("r2", hold(TTL, stock("s", 1))).verdict()).isEqualTo(Verdict.OK);
        }
        for (String tenant : TENANTS) {
            Reply full = lane.of(tenant).command("r3", hold(TTL, stock("s", 1)));
            assertThat(full.verdict()).isEqualTo(Verdict.QUOTA_EXCEEDED);
            assertThat(full.problem().limit()).isEqualTo(2);
            assertThat(full.problem().available()).isEqualTo(2);
            assertThat(full.problem().retryAfterMs()).isEqualTo(1_000);
        }
        assertThat(lane.of("acme").command("c1", cancel("r1")).verdict()).isEqualTo(Verdict.OK);
        assertThat(lane.of("b-2").command("r3", hold(TTL, stock("s", 1))).verdict())
                .isEqualTo(Verdict.QUOTA_EXCEEDED);
        assertThat(lane.of("acme").command("r3", hold(TTL, stock("s", 1))).verdict())
                .as("not remembered: the same id may come again")
                .isEqualTo(Verdict.OK);
        lane.later(TTL + 1);
        assertThat(lane.of("b-2").command("r3", hold(TTL, stock("s", 1))).verdict())
                .isEqualTo(Verdict.OK);
    }

    @Test
    void aRetryGetsItsHoldAfterTheLimitWasLowered() {
        lane.of("acme").command("r1", hold(TTL, stock("s", 1)));
        lane.command("r2", hold(TTL, stock("s", 1)));
        RulesDraft lower = new RulesDraft();
        lower.version = 2;
        lower.tenantHoldsMax = 1;
        assertThat(lane.putInForce(lower.build())).isTrue();
        Reply again = lane.command("r2", hold(TTL, stock("s", 1)));
        assertThat(again.verdict()).isEqualTo(Verdict.OK);
        assertThat(again.replayed()).isTrue();
        assertThat(lane.command("r3", hold(TTL, stock("s", 1))).verdict()).isEqualTo(Verdict.QUOTA_EXCEEDED);
    }

    @Test
    void openHoldsAreCountedAnewAtLoad() {
        lane = LaneInMemory.ready(limited(2));
        CheckpointModel checkpoint = new CheckpointModel();
        fill();
        checkpoint.follow(lane.meta().nextOffset - 1, lane.effects);
        for (String tenant : TENANTS) {
            for (int i = 0; i < 2; i++) {
                lane.of(tenant).command("r" + i, hold(TTL, stock("s", 1)));
                checkpoint.follow(lane.meta().nextOffset - 1, lane.effects);
            }
        }
        lane.of("acme").command("c", cancel("r0"));
        checkpoint.follow(lane.meta().nextOffset - 1, lane.effects);
        LaneInMemory next = new LaneInMemory(checkpoint.load(lane.meta()));
        assertThat(next.of("b-2")
                        .command("r3", hold(TTL, stock("y", 1).flags(Op.NO_MIN)))
                        .verdict())
                .isEqualTo(Verdict.QUOTA_EXCEEDED);
        assertThat(next.of("acme")
                        .command("r3", hold(TTL, stock("y", 1).flags(Op.NO_MIN)))
                        .verdict())
                .isEqualTo(Verdict.OK);
    }

    private static Rules limited(int tenantHoldsMax) {
        RulesDraft draft = new RulesDraft();
        draft.tenantHoldsMax = tenantHoldsMax;
        return draft.build();
    }

    @Test
    void theLongestNamesFitIntoAHold() {
        String tenant = "t".repeat(32);
        String id = "i".repeat(64);
        String owner = "o".repeat(CommandShape.OWNER_LENGTH_MAX);
        lane.of(tenant).command(id, holdOf(owner, TTL, stock("k".repeat(200), 1).flags(Op.NO_MIN)));
        Reply.Hold found = lane.readHold(id, owner).hold();
        assertThat(found.id()).isEqualTo(id);
        assertThat(found.owner()).isEqualTo(owner);
        assertThat(lane.command("c", confirm(id)).hold().state()).isEqualTo(HoldState.CONFIRMED);
    }
}
