package dev.hotlane.processor.state;

import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.OpField;
import dev.hotlane.protocol.ReadView;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Tick;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.HoldState;
import dev.hotlane.protocol.sbe.OpKind;
import dev.hotlane.protocol.sbe.ReadKind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A record as plain objects, before it is encoded: what the naive lane reads. */
sealed interface Input {
    /** The record value; its key is {@link #key}. */
    byte[] encode(RecordWriter writer, Routing routing);

    default byte[] key() {
        return null;
    }

    /** An op by name: "add" with "delta", "min", "max" and so on; flags "clamp", "noMin", "ifAbsent", "onHand". */
    record Operation(String op, String key, Map<String, Long> args, Set<String> flags) {
        private static final Map<String, Integer> FLAGS =
                Map.of("clamp", Op.CLAMP, "noMin", Op.NO_MIN, "ifAbsent", Op.IF_ABSENT, "onHand", Op.ON_HAND);
        private static final Map<String, ArgName> NAMES = Arrays.stream(OpField.values())
                .filter(field -> field.arg() != ArgName.NULL_VAL)
                .collect(Collectors.toMap(OpField::json, OpField::arg));

        private Op build() {
            Op built = new Op(OpKind.valueOf(op.toUpperCase(java.util.Locale.ROOT)), utf8(key));
            args.forEach((name, value) -> built.arg(NAMES.get(name), value));
            flags.forEach(flag -> built.flags(FLAGS.get(flag)));
            return built;
        }
    }

    /** A transact; the numbers of a hold are 0 and empty without one. */
    record Transact(String id, List<Operation> ops, boolean hold, long ttl, String owner) implements Input {
        @Override
        public byte[] key() {
            return utf8(id);
        }

        @Override
        public byte[] encode(RecordWriter writer, Routing routing) {
            List<Op> built = ops.stream().map(Operation::build).toList();
            byte[] none = {};
            Command content = new Command(CommandKind.TRANSACT, hold, ttl, built, none, utf8(owner));
            try {
                return writer.command(key(), routing, content, none);
            } catch (IllegalArgumentException e) {
                return RawRecords.transact(key(), routing, content);
            }
        }
    }

    record Line(String key, long quantity) {}

    /** A "confirm", "cancel", "extend" or "abandon". */
    record OnTarget(String kind, String id, String target, List<Line> lines, long ttl) implements Input {
        @Override
        public byte[] key() {
            return utf8(id);
        }

        @Override
        public byte[] encode(RecordWriter writer, Routing routing) {
            List<Op> built = lines.stream()
                    .map(line -> Content.line(line.key(), line.quantity()))
                    .toList();
            byte[] none = {};
            CommandKind named = CommandKind.valueOf(kind.toUpperCase(java.util.Locale.ROOT));
            return writer.command(key(), routing, new Command(named, false, ttl, built, utf8(target), none), none);
        }
    }

    record ReadHold(String id) implements Input {
        @Override
        public byte[] encode(RecordWriter writer, Routing routing) {
            return RawRecords.read(routing, ReadKind.HOLD, List.of(), utf8(id));
        }
    }

    record ReadHolds(HoldState state, int limit, String owner, String stock, String cursor) implements Input {
        @Override
        public byte[] encode(RecordWriter writer, Routing routing) {
            byte[] asked = stock.isEmpty() ? null : utf8(stock);
            return writer.readHolds(routing, new ReadView.Page(state, limit, utf8(owner)), asked, utf8(cursor));
        }
    }

    record ReadCounters(List<String> keys) implements Input {
        @Override
        public byte[] encode(RecordWriter writer, Routing routing) {
            return writer.readCounters(routing, keys.stream().map(Input::utf8).toList());
        }
    }

    record ReadCommand(String id) implements Input {
        @Override
        public byte[] encode(RecordWriter writer, Routing routing) {
            return RawRecords.read(routing, ReadKind.COMMAND, List.of(), utf8(id));
        }
    }

    record Ticking(long epoch, long hi, long lo, long wallClock, long lastTick, long digest) implements Input {
        @Override
        public byte[] encode(RecordWriter writer, Routing routing) {
            return writer.tick(new Tick(epoch, hi, lo, wallClock, lastTick, digest, 0, 0, 0));
        }
    }

    record Leading(long epoch, long hi, long lo, long lastTick) implements Input {
        @Override
        public byte[] encode(RecordWriter writer, Routing routing) {
            return writer.lead(epoch, hi, lo, lastTick);
        }
    }

    record Resigning(long epoch, long hi, long lo) implements Input {
        @Override
        public byte[] encode(RecordWriter writer, Routing routing) {
            return writer.resign(epoch, hi, lo);
        }
    }

    record Ruling(
            int version,
            int opsMax,
            int readKeysMax,
            int windowSize,
            long windowAge,
            long ttlMax,
            long holdRetention,
            int expiriesPerRecord,
            long countersMax,
            int holdsMax,
            int resolvedMax,
            long seed)
            implements Input {
        static final long SLACK = 500;
        static final long ID_FUTURE = 2_000;

        @Override
        public byte[] encode(RecordWriter writer, Routing routing) {
            RulesDraft draft = new RulesDraft();
            draft.version = version;
            draft.opsMax = opsMax;
            draft.readKeysMax = readKeysMax;
            draft.windowSize = windowSize;
            draft.windowAgeMs = windowAge;
            draft.slackMs = SLACK;
            draft.idFutureMs = ID_FUTURE;
            draft.ttlMaxMs = ttlMax;
            draft.holdRetentionMs = holdRetention;
            draft.expiriesPerRecord = expiriesPerRecord;
            draft.countersMax = countersMax;
            draft.holdsMax = holdsMax;
            draft.resolvedMax = resolvedMax;
            draft.seed = seed;
            return writer.rules(draft.build());
        }
    }

    record Skipping(long offset) implements Input {
        @Override
        public byte[] encode(RecordWriter writer, Routing routing) {
            return writer.skip(offset);
        }
    }

    /** A record of another input with one bit turned over, so that its checksum is wrong. */
    record Garbage(Input damaged, int bit) implements Input {
        @Override
        public byte[] encode(RecordWriter writer, Routing routing) {
            byte[] value = damaged.encode(writer, routing);
            int at = bit % (value.length * 8);
            value[at / 8] ^= (byte) (1 << at % 8);
            // Byte 3 is reserved: turned over it may be no damage.
            value[0] ^= at / 8 == 3 ? (byte) 1 : 0;
            return value;
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
