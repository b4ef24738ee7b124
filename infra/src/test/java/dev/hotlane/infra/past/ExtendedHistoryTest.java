package dev.hotlane.infra.past;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.past.HistoryQuery.Kind;
import dev.hotlane.infra.past.TracedChange.Expiry;
import dev.hotlane.infra.snapshot.StateFile;
import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.Tick;
import dev.hotlane.protocol.sbe.CommandKind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The history of a reservation has its extensions, wherever its replay begins. */
class ExtendedHistoryTest {
    private static final long NOON = 1_800_000_000_000L;
    private static final byte[] NONE = {};

    private final RecordedPast log = new RecordedPast();
    private final RecordWriter writer = new RecordWriter();
    private final State state = new State();
    private final Effects effects = new Effects();
    private long now = NOON;

    /** Next offset behind the first extension. */
    private final long between;

    @TempDir
    private Path directory;

    ExtendedHistoryTest() {
        append(null, writer.rules(Rules.first(42)));
        append(null, writer.lead(1, 1, 2, -1));
        tick();
        command("stock", Command.transact(Op.add("stock:a", 10)));
        reserve("one");
        reserve("two");
        extend("e1", "one", 20_000);
        tick();
        between = log.end();
        extend("e2", "two", 60_000);
        extend("e3", "one", 30_000);
        command("confirm", new Command(CommandKind.CONFIRM, false, 0, List.of(), utf8("one"), NONE));
        tick();
        tick();
    }

    private void reserve(String id) {
        command(id, new Command(CommandKind.TRANSACT, true, 10_000, List.of(Op.add("stock:a", -1)), NONE, NONE));
    }

    private void extend(String id, String target, long ttl) {
        command(id, new Command(CommandKind.EXTEND, false, ttl, List.of(), utf8(target), NONE));
    }

    private void command(String id, Command content) {
        append(utf8(id), writer.command(utf8(id), new Routing(5, 6, log.end(), 0), content, NONE));
    }

    private void tick() {
        Meta meta = new Meta();
        state.describe(meta);
        append(null, writer.tick(new Tick(1, 1, 2, now, meta.lastTick, meta.lastTickDigest, log.end(), 0, 0)));
    }

    private void append(byte[] key, byte[] value) {
        now++;
        state.apply(log.end(), now, key, value, effects);
        log.append(now, key, value);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private List<TracedChange> read(String reservation, int segments, Path... snapshots) {
        List<TracedChange> changes = new ArrayList<>();
        new LogHistory(log::span, PastStateTest.LOG, List.of(snapshots), segments, note -> {})
                .read(new HistoryQuery(Kind.RESERVATION, reservation, ""), PastRange.WHOLE, changes::add);
        return changes;
    }

    @Test
    void eachExtensionOfItIsThereWithBothTimes() {
        List<TracedChange> one = read("one", 1);
        assertThat(one).extracting(TracedChange::kind).containsExactly("reservation", "extend", "extend", "confirm");
        long first = one.get(1).time() + 20_000;
        assertThat(one.get(1).expiry()).isEqualTo(new Expiry(one.get(0).time() + 10_000, first));
        assertThat(one.get(2).expiry()).isEqualTo(new Expiry(first, one.get(2).time() + 30_000));
        assertThat(read("two", 1)).extracting(TracedChange::kind).containsExactly("reservation", "extend");
    }

    @Test
    void aReplayFromBehindASnapshotGivesTheSame() {
        Path snapshot = directory.resolve("between");
        try (PastState past = new PastState(log.span(), PastStateTest.LOG, List.of(), note -> {})) {
            past.goTo(between - 1);
            StateFile.write(past.state(), PastStateTest.LOG, past.last(), snapshot);
        }
        assertThat(read("one", 2, snapshot)).isEqualTo(read("one", 1));
        assertThat(read("two", 2, snapshot)).isEqualTo(read("two", 1));
    }
}
