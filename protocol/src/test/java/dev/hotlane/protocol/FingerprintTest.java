package dev.hotlane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.CommandKind;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FingerprintTest {
    private final RecordWriter writer = new RecordWriter();
    private final RecordView view = new RecordView();

    @Test
    void isTheSameWhateverTheRoutingTheTraceTheIdAndTheSender() {
        Command command = Samples.commands().get("hold");
        long expected = fingerprint(writer.command(Samples.ID, Samples.ROUTING, command, Samples.NO_BYTES), Samples.ID);
        byte[] other = Samples.utf8("other");
        byte[] elsewhere = writer.command(other, new Routing(9, 9, 9, 9), command, Samples.TRACEPARENT);
        assertThat(fingerprint(elsewhere, other)).isEqualTo(expected);
        Sender acme = Sender.of("acme", "checkout");
        byte[] named = writer.command(acme, other, Samples.ROUTING, command, Samples.NO_BYTES);
        assertThat(fingerprint(named, acme.recordKey(other))).isEqualTo(expected);
    }

    @Test
    void differsBetweenAllThatDiffers() {
        Map<Long, String> seen = new HashMap<>();
        Samples.commands().forEach((name, command) -> {
            if (!name.endsWith("-traced")) {
                assertThat(seen.put(of(command), name)).as(name).isNull();
            }
        });
        Op plain = Op.add("k", 1);
        seen.put(of(Command.transact(plain)), "plain");
        List<Command> others = List.of(
                Command.transact(Op.add("k", 2)),
                Command.transact(Op.add("l", 1)),
                Command.transact(Op.set("k", 1)),
                Command.transact(Op.add("k", 1).flags(Op.CLAMP)),
                Command.transact(Op.add("k", 1).flags(Op.NO_MIN)),
                Command.transact(Op.add("k", 1).arg(ArgName.MIN, 1)),
                Command.transact(Op.add("k", 1).arg(ArgName.MAX, 1)),
                Command.transact(plain, plain),
                Command.transact(plain, Op.add("l", 1)),
                Command.transact(Op.add("l", 1), plain),
                hold(1, "", plain),
                hold(2, "", plain),
                hold(1, "u7", plain),
                other(CommandKind.CANCEL, 0, "a"),
                other(CommandKind.CANCEL, 0, "b"),
                other(CommandKind.ABANDON, 0, "a"),
                other(CommandKind.CONFIRM, 0, "a"),
                other(CommandKind.EXTEND, 1, "a"),
                other(CommandKind.EXTEND, 2, "a"));
        for (int i = 0; i < others.size(); i++) {
            assertThat(seen.put(of(others.get(i)), "other " + i))
                    .as("other " + i)
                    .isNull();
        }
    }

    @Test
    void randomCommandsCollideOnlyWhenEqual() {
        Random random = Seed.random();
        RandomCommands commands = new RandomCommands(random);
        Map<Long, byte[]> seen = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            byte[] value = writer.command(Samples.ID, Samples.ROUTING, commands.next(), Samples.NO_BYTES);
            byte[] before = seen.put(fingerprint(value, Samples.ID), value);
            assertThat(before == null || Arrays.equals(before, value)).isTrue();
        }
    }

    /** A stored fingerprint outlives a build. A program of its own, in another language, found these values too. */
    @Test
    void isFrozen() {
        assertThat(of(Samples.commands().get("transact-set"))).isEqualTo(0x6794754B244C0B48L);
        assertThat(of(Samples.commands().get("hold"))).isEqualTo(0xC370845DC831282BL);
        assertThat(of(Samples.commands().get("confirm-lines"))).isEqualTo(0x5222E8D11ACF0B1CL);
    }

    private static Command hold(long ttlMs, String owner, Op op) {
        return new Command(CommandKind.TRANSACT, true, ttlMs, List.of(op), Samples.NO_BYTES, Samples.utf8(owner));
    }

    private static Command other(CommandKind kind, long ttlMs, String target) {
        return new Command(kind, false, ttlMs, List.of(), Samples.utf8(target), Samples.NO_BYTES);
    }

    private long of(Command command) {
        return fingerprint(writer.command(Samples.ID, Samples.ROUTING, command, Samples.NO_BYTES), Samples.ID);
    }

    private long fingerprint(byte[] value, byte[] key) {
        assertThat(view.wrap(key, value)).isEqualTo(RecordKind.COMMAND);
        assertThat(view.command().fault()).isEqualTo(Verdict.OK);
        return view.command().fingerprint();
    }
}
