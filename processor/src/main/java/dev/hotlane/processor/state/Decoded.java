package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.CommandKind;

/**
 * A decoded record with the hashes for its table lookups. All of it follows from the record and the hash seed, so it
 * may be computed before the record's turn. Owned by the state thread; rebuilt for every record.
 */
final class Decoded {
    private static final int TRANSACT = CommandKind.TRANSACT.value();

    final RecordView view = new RecordView();
    final CommandId target = new CommandId();
    final long[] keyHashes = new long[CommandView.OPS_MAX];
    RecordKind kind;

    /** Hash of the command's id, for the window. */
    long idHash;

    /** Number of hashed keys. */
    int keyCount;

    private byte[] key;
    private byte[] value;

    /** Decodes a record; both arrays may be null, and must not change while it is in use. */
    void decode(byte[] recordKey, byte[] recordValue, Window window, Counters counters) {
        key = recordKey;
        value = recordValue;
        keyCount = 0;
        kind = view.wrap(recordKey, recordValue);
        if (isSound()) {
            hash(view.command(), window, counters);
        }
    }

    private void hash(CommandView command, Window window, Counters counters) {
        CommandId id = command.id();
        idHash = window.hash(id.tenant(), id.hi(), id.lo());
        if (command.kind() == TRANSACT) {
            keyCount = command.opCount();
            for (int i = 0; i < keyCount; i++) {
                keyHashes[i] = counters.hash(command.bytes(), command.keyOffset(i), command.keyLength(i));
            }
        } else {
            target.parse(command.bytes(), command.targetOffset(), command.targetLength(), id.tenant());
        }
    }

    /** Whether it is a well-formed command. */
    boolean isSound() {
        return kind == RecordKind.COMMAND && view.command().fault() == Verdict.OK;
    }

    /** Whether it is a command on another command, or on its hold. */
    boolean hasTarget() {
        return isSound() && view.command().kind() != TRANSACT;
    }

    /** Whether it was decoded from exactly these arrays. */
    boolean is(byte[] recordKey, byte[] recordValue) {
        return key == recordKey && value == recordValue;
    }
}
