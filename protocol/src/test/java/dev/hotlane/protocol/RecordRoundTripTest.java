package dev.hotlane.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.OpKind;
import dev.hotlane.protocol.sbe.ReadKind;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecordRoundTripTest {
    private final RecordWriter writer = new RecordWriter();
    private final RecordView view = new RecordView();
    private final Rebuild rebuild = new Rebuild();

    static Set<String> commands() {
        return Samples.commands().keySet();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandComesBackAsItWent(String name) {
        Samples.Sample sample = Samples.records().get(name);

        assertThat(view.wrap(sample.key(), sample.value())).isEqualTo(RecordKind.COMMAND);
        assertThat(view.command().fault()).isEqualTo(Verdict.OK);
        assertThat(rebuild.command(sample.key(), view.command())).isEqualTo(sample.value());
    }

    @Test
    void randomCommandsComeBackAsTheyWent() {
        Random random = Seed.random();
        RandomCommands commands = new RandomCommands(random);
        for (int i = 0; i < 20_000; i++) {
            Command command = commands.next();
            Routing routing =
                    new Routing(random.nextLong(), random.nextLong(), random.nextLong(), random.nextInt(65_535));
            byte[] value = writer.command(Samples.ID, routing, command, Samples.TRACEPARENT);

            assertThat(view.wrap(Samples.ID, value)).isEqualTo(RecordKind.COMMAND);
            assertThat(view.command().fault()).isEqualTo(Verdict.OK);
            assertThat(view.command().opCount()).isEqualTo(command.ops().size());
            assertThat(rebuild.command(Samples.ID, view.command())).isEqualTo(value);
        }
    }

    @Test
    void readsComeBackAsTheyWent() {
        for (String name :
                List.of("read-counters", "read-nothing", "read-hold", "read-command", "read-holds", "read-all-holds")) {
            byte[] value = Samples.records().get(name).value();
            assertThat(view.wrap(null, value)).isEqualTo(RecordKind.READ);
            assertThat(view.read().fault()).isEqualTo(Verdict.OK);
            assertThat(rebuild.read(view.read())).isEqualTo(value);
        }
    }

    @Test
    void theWordsOfProcessesComeBackAsTheyWent() {
        assertThat(view.wrap(null, writer.tick(new Tick(1, 2, 3, 4, 5, 6, 7, 8, 9))))
                .isEqualTo(RecordKind.TICK);
        assertThat(new long[] {
                    view.tick().epoch(), view.tick().leaderHi(), view.tick().leaderLo()
                })
                .containsExactly(1, 2, 3);
        assertThat(new long[] {
                    view.tick().wallClock(),
                    view.tick().previousTick(),
                    view.tick().previousDigest()
                })
                .containsExactly(4, 5, 6);
        assertThat(new long[] {
                    view.tick().applied(), view.tick().replied(), view.tick().flushed()
                })
                .containsExactly(7, 8, 9);

        assertThat(view.wrap(null, writer.lead(1, 2, 3, -1))).isEqualTo(RecordKind.LEAD);
        assertThat(new long[] {
                    view.lead().epoch(), view.lead().leaderHi(), view.lead().leaderLo()
                })
                .containsExactly(1, 2, 3);
        assertThat(view.lead().lastTick()).isEqualTo(-1);
        assertThat(view.lead().inMemory()).isZero();
        assertThat(view.wrap(null, writer.lead(1, 2, 3, -1, true))).isEqualTo(RecordKind.LEAD);
        assertThat(view.lead().inMemory()).isEqualTo((short) 1);

        assertThat(view.wrap(null, writer.resign(1, 2, 3))).isEqualTo(RecordKind.RESIGN);
        assertThat(new long[] {
                    view.resign().epoch(),
                    view.resign().leaderHi(),
                    view.resign().leaderLo()
                })
                .containsExactly(1, 2, 3);

        assertThat(view.wrap(null, writer.skip(77))).isEqualTo(RecordKind.SKIP);
        assertThat(view.skippedOffset()).isEqualTo(77);
    }

    @Test
    void rulesComeBackAsTheyWentInARecordAndInACheckpoint() {
        Rules rules = new Rules(2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18);

        assertThat(view.wrap(null, writer.rules(rules))).isEqualTo(RecordKind.RULES);
        assertThat(view.rules()).isEqualTo(rules);
        assertThat(RulesCodec.decode(RulesCodec.encode(rules))).isEqualTo(rules);
    }

    @Test
    void refusesToWriteWhatNobodyWouldTakeBack() {
        refuses(Samples.ID, Command.transact());
        refuses(Samples.ID, Command.transact(Op.add("", 1)));
        refuses(Samples.ID, Command.transact(Op.add("k".repeat(201), 1)));
        refuses(Samples.ID, Command.transact(Op.add("k", 1).flags(Op.ON_HAND)));
        refuses(Samples.ID, Command.transact(Op.add("k", 1).flags(Op.NO_MIN).arg(ArgName.MIN, 1)));
        refuses(Samples.ID, Command.transact(new Op(OpKind.LINE, Samples.ID).arg(ArgName.QUANTITY, 1)));
        refuses(Samples.ID, Command.transact(new Op(OpKind.SET, Samples.ID)));
        refuses(Samples.utf8("no id"), Command.transact(Op.add("k", 1)));
        refuses(Samples.ID, new Command(CommandKind.CANCEL, false, 0, List.of(), Samples.NO_BYTES, Samples.NO_BYTES));
        refuses(Samples.ID, new Command(CommandKind.CANCEL, false, 1, List.of(), Samples.ID, Samples.NO_BYTES));
        refuses(Samples.ID, new Command(CommandKind.EXTEND, false, 0, List.of(), Samples.ID, Samples.NO_BYTES));
        refuses(
                Samples.ID,
                new Command(
                        CommandKind.TRANSACT, true, 0, List.of(Op.add("k", -1)), Samples.NO_BYTES, Samples.NO_BYTES));
        assertThatThrownBy(() -> writer.readCounters(new Routing(0, 0, 0, 65_536), List.of()))
                .hasMessageContaining("reply partition");
        assertThatThrownBy(() -> writer.readCounters(Samples.ROUTING, List.of(new byte[201])))
                .hasMessageContaining("1..200 bytes");
        assertThatThrownBy(() -> writer.readById(Samples.ROUTING, ReadKind.COUNTERS, Samples.ID))
                .hasMessageContaining("by id");
        assertThatThrownBy(() -> writer.rules(new Rules(1, 65_535, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)))
                .hasMessageContaining("formatVersion");
    }

    private void refuses(byte[] id, Command command) {
        assertThatThrownBy(() -> writer.command(id, Samples.ROUTING, command, Samples.NO_BYTES))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("not encodable: ");
    }
}
