package dev.hotlane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The same content has one form: any other is refused, so equal commands have equal bytes and fingerprints. */
class CanonicalFormTest {
    private static final int ADD = 1;
    private static final int SET = 2;
    private static final int DELTA = 1;
    private static final int VALUE = 2;
    private static final int MIN = 3;
    private static final int MAX = 4;

    private final RecordView view = new RecordView();

    @Test
    void bytesMadeByHandEqualWhatTheWriterMakes() {
        byte[] byHand =
                new RawCommand().op(ADD, 0).arg(DELTA, -1).key("stock:a").sealed(Samples.ID);
        byte[] written = new RecordWriter()
                .command(
                        Samples.ID, new Routing(1, 2, 3, 0), Command.transact(Op.add("stock:a", -1)), Samples.NO_BYTES);
        assertThat(byHand).isEqualTo(written);
    }

    @Test
    void refusesArgumentsOutOfOrderOrTwice() {
        assertFault(new RawCommand().op(ADD, 0).arg(MAX, 5).arg(DELTA, 1), Verdict.MALFORMED);
        assertFault(new RawCommand().op(ADD, 0).arg(DELTA, 1).arg(DELTA, 1), Verdict.MALFORMED);
        assertFault(new RawCommand().op(ADD, 0).arg(0, 1).arg(DELTA, 1), Verdict.MALFORMED);
        assertFault(new RawCommand().op(ADD, 0).arg(DELTA, 1).arg(14, 1).arg(14, 1), Verdict.MALFORMED);
        assertFault(new RawCommand().op(ADD, 0).arg(14, 1).arg(DELTA, 1), Verdict.MALFORMED);
    }

    @Test
    void refusesADefaultThatIsSpelledOut() {
        assertFault(new RawCommand().op(ADD, 0).arg(DELTA, 1).arg(MIN, 0), Verdict.MALFORMED);
        assertFault(new RawCommand().op(ADD, 0).arg(DELTA, 1).arg(MIN, 1), Verdict.OK);
        assertFault(new RawCommand().op(ADD, Op.NO_MIN).arg(DELTA, 1).arg(MIN, 1), Verdict.MALFORMED);
    }

    @Test
    void refusesArgumentsAndFlagsThatAreMissingOrBelongToOthers() {
        assertFault(new RawCommand().op(ADD, 0), Verdict.MALFORMED);
        assertFault(new RawCommand().op(ADD, 0).arg(DELTA, 1).arg(VALUE, 1), Verdict.MALFORMED);
        assertFault(new RawCommand().op(SET, Op.CLAMP).arg(VALUE, 1), Verdict.MALFORMED);
        assertFault(new RawCommand().op(6, 0).arg(13, 1), Verdict.MALFORMED);
        assertFault(new RawCommand().op(ADD, 0).arg(DELTA, 1).key(""), Verdict.MALFORMED);
        assertFault(new RawCommand().op(ADD, 0).arg(DELTA, 1).key("k".repeat(201)), Verdict.MALFORMED);
        assertFault(new RawCommand().op(ADD, 0).arg(DELTA, 1).key("k".repeat(200)), Verdict.OK);
    }

    @Test
    void refusesTooFewAndTooManyOps() {
        assertFault(new RawCommand(), Verdict.MALFORMED);
        assertFault(ops(CommandView.OPS_MAX), Verdict.OK);
        assertFault(ops(CommandView.OPS_MAX + 1), Verdict.MALFORMED);
        assertFault(ops(255), Verdict.MALFORMED);
    }

    private static RawCommand ops(int count) {
        RawCommand command = new RawCommand();
        for (int i = 0; i < count; i++) {
            command.op(ADD, 0).arg(DELTA, 1);
        }
        return command;
    }

    @Test
    void refusesAHoldFlagThatIsNeitherYesNorNo() {
        RawCommand command = plain();
        command.hold = 2;
        command.ttlMs = 5;
        assertFault(command, Verdict.MALFORMED);
        RawCommand negative = plain();
        negative.hold = 1;
        negative.ttlMs = Long.MIN_VALUE + 5;
        assertFault(negative, Verdict.MALFORMED);
    }

    @Test
    void refusesATargetOrOwnerWhereNoneBelongs() {
        RawCommand target = plain();
        target.target = Samples.ID;
        assertFault(target, Verdict.MALFORMED);
        RawCommand owner = plain();
        owner.owner = Samples.utf8("u7");
        assertFault(owner, Verdict.MALFORMED);
        RawCommand cancel = new RawCommand();
        cancel.kind = 3;
        assertFault(cancel, Verdict.MALFORMED);
        cancel = new RawCommand();
        cancel.kind = 3;
        cancel.target = Samples.utf8("no id");
        assertFault(cancel, Verdict.MALFORMED);
    }

    @Test
    void refusesAPrincipalThatIsNoName() {
        RawCommand named = plain();
        named.principal = Samples.utf8("checkout@7");
        assertFault(named, Verdict.OK);
        RawCommand spaced = plain();
        spaced.principal = Samples.utf8("check out");
        assertFault(spaced, Verdict.MALFORMED);
        RawCommand longer = plain();
        longer.principal = new byte[65];
        java.util.Arrays.fill(longer.principal, (byte) 'p');
        assertFault(longer, Verdict.MALFORMED);
    }

    @Test
    void refusesARecordKeyThatIsNoIdOfATenant() {
        assertThat(faultUnder("acme order-17")).isEqualTo(Verdict.OK);
        assertThat(faultUnder("a".repeat(32) + " " + "i".repeat(64))).isEqualTo(Verdict.OK);
        for (String key : new String[] {
            "",
            " ",
            "acme ",
            " order-17",
            "acme  order-17",
            "acme order 17",
            "Acme order-17",
            "a_b order-17",
            "a".repeat(33) + " i",
            "acme " + "i".repeat(65),
            "acme\torder-17"
        }) {
            assertThat(faultUnder(key)).as("%s", key).isEqualTo(Verdict.MALFORMED);
        }
    }

    private Verdict faultUnder(String recordKey) {
        byte[] key = Samples.utf8(recordKey);
        assertThat(view.wrap(key, plain().sealed(key))).isEqualTo(RecordKind.COMMAND);
        return view.command().fault();
    }

    @Test
    void aHoldHasOnlyOpsThatCanBeGivenBack() {
        assertFault(hold(new RawCommand().op(ADD, 0).arg(DELTA, -1)), Verdict.OK);
        assertFault(hold(new RawCommand().op(3, 0)), Verdict.OK);
        assertFault(hold(new RawCommand().op(ADD, 0).arg(DELTA, 0)), Verdict.MALFORMED);
        assertFault(hold(new RawCommand().op(ADD, 0).arg(DELTA, Long.MIN_VALUE)), Verdict.MALFORMED);
        assertFault(hold(new RawCommand().op(ADD, 1).arg(DELTA, -1)), Verdict.MALFORMED);
        assertFault(hold(new RawCommand().op(2, 0).arg(2, 5)), Verdict.MALFORMED);
        assertFault(hold(new RawCommand().op(ADD, 0).arg(DELTA, -1).op(5, 0)), Verdict.MALFORMED);
    }

    private static RawCommand hold(RawCommand command) {
        command.hold = 1;
        command.ttlMs = 5;
        return command;
    }

    @Test
    void answersUnsupportedToWhatAnotherVersionMayKnow() {
        assertFault(new RawCommand().op(7, 0), Verdict.UNSUPPORTED);
        assertFault(new RawCommand().op(0, 0), Verdict.UNSUPPORTED);
        assertFault(new RawCommand().op(ADD, 1 << 4).arg(DELTA, 1), Verdict.UNSUPPORTED);
        assertFault(new RawCommand().op(ADD, 0).arg(DELTA, 1).arg(14, 1), Verdict.UNSUPPORTED);
        RawCommand kind = plain();
        kind.kind = 6;
        assertFault(kind, Verdict.UNSUPPORTED);
        RawCommand newer = plain();
        newer.version = 2;
        assertFault(newer, Verdict.UNSUPPORTED);
    }

    @Test
    void malformedComesBeforeUnsupported() {
        RawCommand newer = plain();
        newer.version = 2;
        byte[] noId = Samples.utf8("No id");

        assertThat(view.wrap(noId, newer.sealed(noId))).isEqualTo(RecordKind.COMMAND);
        assertThat(view.command().fault()).isEqualTo(Verdict.MALFORMED);
        assertFault(new RawCommand().op(7, 0).op(ADD, 0), Verdict.MALFORMED);
    }

    @Test
    void takesNoBlockOfAnotherLengthInAVersionItKnows() {
        RawCommand ops = plain();
        ops.opBlock = 1;
        assertThat(view.wrap(Samples.ID, ops.sealed(Samples.ID))).isEqualTo(RecordKind.GARBAGE);
        RawCommand args = new RawCommand();
        args.argBlock = 0;
        assertThat(view.wrap(Samples.ID, args.op(4, 0).sealed(Samples.ID))).isEqualTo(RecordKind.GARBAGE);
        byte[] tick = new RecordWriter().tick(new Tick(1, 2, 3, 4, 5, 6, 7, 8, 9));
        assertThat(view.wrap(null, longer(tick, tick.length + 1, 72, 1))).isEqualTo(RecordKind.GARBAGE);
        assertThat(view.wrap(null, longer(tick, tick.length + 8, 80, 1))).isEqualTo(RecordKind.GARBAGE);
        assertThat(view.wrap(null, longer(tick, tick.length + 8, 80, 2))).isEqualTo(RecordKind.TICK);
        assertThat(view.wrap(null, longer(tick, tick.length, 72, 0))).isEqualTo(RecordKind.GARBAGE);
    }

    @Test
    void anIdExchangedUnderWayIsGarbage() {
        byte[] value = plain().sealed(Samples.ID);
        assertThat(view.wrap(Samples.ID, value)).isEqualTo(RecordKind.COMMAND);
        assertThat(view.wrap(Samples.utf8("other"), value)).isEqualTo(RecordKind.GARBAGE);
        assertThat(view.wrap(null, value)).isEqualTo(RecordKind.GARBAGE);
    }

    private static RawCommand plain() {
        return new RawCommand().op(ADD, 0).arg(DELTA, 1);
    }

    private static byte[] longer(byte[] value, int length, int block, int version) {
        byte[] changed = Arrays.copyOf(value, length);
        changed[8] = (byte) block;
        changed[14] = (byte) version;
        new Frame().seal(changed, length, null);
        return changed;
    }

    private void assertFault(RawCommand command, Verdict expected) {
        assertThat(view.wrap(Samples.ID, command.sealed(Samples.ID))).isEqualTo(RecordKind.COMMAND);
        assertThat(view.command().fault()).isEqualTo(expected);
    }
}
