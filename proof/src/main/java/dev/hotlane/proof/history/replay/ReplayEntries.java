package dev.hotlane.proof.history.replay;

import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.proof.model.LogEntry.Leader;
import dev.hotlane.proof.model.LogEntry.Part;
import dev.hotlane.proof.model.ModelAnswer.Verdict;
import dev.hotlane.proof.model.ModelOp;
import dev.hotlane.proof.model.OpRules.Arg;
import dev.hotlane.proof.model.OpRules.Flag;
import dev.hotlane.proof.model.OpRules.Kind;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What a line of a dumped log says, in the words of the reference model. Any thread. */
final class ReplayEntries {
    private static final String MADE_UP = "0".repeat(16);
    private static final int LEADER_HALF = 16;

    private ReplayEntries() {}

    static LogEntry of(TableRow record) {
        return switch (record.text("kind")) {
            case "COMMAND" -> command(record);
            case "READ" -> {
                boolean outcome = "command".equals(record.text("read"));
                yield outcome ? new LogEntry.ReadCommand(record.key("target")) : new LogEntry.Idle();
            }
            case "TICK" -> tick(record);
            case "LEAD" -> new LogEntry.Lead(record.number("epoch"), leader(record), record.number("lastTick"));
            case "RESIGN" -> new LogEntry.Resign(record.number("epoch"), leader(record));
            case "RULES" -> record.has("fault") ? new LogEntry.Idle() : rules(record);
            case "GARBAGE" -> new LogEntry.Garbage();
            default -> new LogEntry.Idle();
        };
    }

    private static String text(TableRow record, String field) {
        return record.text(field) == null ? "" : record.text(field);
    }

    private static LogEntry command(TableRow record) {
        String id = record.key("id");
        if (record.has("fault")) {
            return new LogEntry.Unreadable(id, Verdict.valueOf(record.text("fault")));
        }
        String target = record.text("target");
        return switch (record.text("command")) {
            case "transact" ->
                new LogEntry.Transact(
                        id,
                        record.rows("ops").stream().map(ReplayEntries::op).toList(),
                        record.is("hold"),
                        record.number("ttlMs", 0),
                        text(record, "owner"));
            case "abandon" -> new LogEntry.Abandon(id, target);
            case "confirm", "cancel", "extend" -> onHold(record, id, target);
            default -> throw new IllegalArgumentException("no such command: " + record);
        };
    }

    private static LogEntry onHold(TableRow record, String id, String target) {
        LogEntry.Change what = LogEntry.Change.valueOf(record.text("command").toUpperCase(Locale.ROOT));
        List<Part> parts = what == LogEntry.Change.CONFIRM ? parts(record) : List.of();
        return new LogEntry.OnHold(what, id, target, parts, record.number("ttlMs", 0), text(record, "owner"));
    }

    private static List<Part> parts(TableRow record) {
        return record.rows("ops").stream()
                .map(line -> new Part(line.text("key"), line.number("quantity")))
                .toList();
    }

    /** An op by the names of the contract: {@code periodMs} is PERIOD_MS. */
    static ModelOp op(TableRow op) {
        Map<Arg, Long> args = new EnumMap<>(Arg.class);
        for (Arg arg : Arg.values()) {
            if (op.text(word(arg)) != null) {
                args.put(arg, op.number(word(arg)));
            }
        }
        Set<Flag> flags = EnumSet.noneOf(Flag.class);
        for (Flag flag : List.of(Flag.CLAMP, Flag.IF_ABSENT)) {
            if (op.is(word(flag))) {
                flags.add(flag);
            }
        }
        if (op.has("min") && op.text("min") == null) {
            flags.add(Flag.NO_MIN);
        }
        if ("onHand".equals(op.text("basis"))) {
            flags.add(Flag.ON_HAND);
        }
        return new ModelOp(Kind.valueOf(op.text("op").toUpperCase(Locale.ROOT)), op.text("key"), args, flags);
    }

    private static String word(Enum<?> name) {
        StringBuilder word = new StringBuilder();
        for (String part : name.name().toLowerCase(Locale.ROOT).split("_", -1)) {
            word.append(word.isEmpty() ? part : part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1));
        }
        return word.toString();
    }

    /** The model works out no digests: one of zeros is wrong, which the strangers of the fault matrix write. */
    private static LogEntry tick(TableRow tick) {
        long seen = Stream.of("applied", "replied", "flushed")
                .mapToLong(name -> tick.number(name, 0))
                .max()
                .orElse(0);
        return new LogEntry.Tick(
                tick.number("epoch"),
                leader(tick),
                tick.number("wallClock"),
                tick.number("applied", 0),
                seen,
                tick.number("previousTick", -1),
                MADE_UP.equals(tick.text("previousDigest")));
    }

    private static Leader leader(TableRow record) {
        String hex = record.text("leader");
        return new Leader(
                Long.parseUnsignedLong(hex.substring(0, LEADER_HALF), 16),
                Long.parseUnsignedLong(hex.substring(LEADER_HALF), 16));
    }

    private static LogEntry rules(TableRow rules) {
        return new LogEntry.Numbers(
                rules.number("rulesVersion"),
                rules.number("opsMax"),
                rules.number("readKeysMax"),
                rules.number("windowSize"),
                rules.number("windowAgeMs"),
                rules.number("tickSlackMs"),
                rules.number("idFutureMs"),
                rules.number("ttlMaxMs"),
                rules.number("holdRetentionMs"),
                rules.number("expiriesPerRecord"),
                rules.number("countersMax"),
                rules.number("holdsMax"),
                rules.number("resolvedMax"),
                rules.number("stateBytesMax"),
                rules.number("windowBytesMax"),
                rules.number("tenantHoldsMax"),
                rules.text("hashSeed"));
    }
}
