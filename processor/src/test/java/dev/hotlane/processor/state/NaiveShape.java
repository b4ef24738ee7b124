package dev.hotlane.processor.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What commands of a naive lane may look like, and when two are the same. */
final class NaiveShape {
    private static final Pattern UUID7 =
            Pattern.compile("(?i)([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    private static final Pattern ID = Pattern.compile("[!-~]{1,64}");

    static Long idTime(String id) {
        Matcher uuid = UUID7.matcher(id);
        return uuid.matches() ? Long.valueOf(Long.parseLong(uuid.group(1) + uuid.group(2), 16)) : null;
    }

    static boolean isId(String id) {
        return ID.matcher(id).matches();
    }

    private NaiveShape() {}

    /** Why a command is not even looked at; null if nothing is wrong with it. */
    static String fault(Input input, String id, Input.Ruling rules) {
        if (rules == null) {
            return "UNSUPPORTED";
        }
        if (input instanceof Input.OnTarget on) {
            boolean tooMany = on.lines().size() > rules.opsMax();
            return !isId(id) || tooMany || on.ttl() > rules.ttlMax() ? "MALFORMED" : null;
        }
        Input.Transact command = (Input.Transact) input;
        int count = command.ops().size();
        boolean shaped = command.ops().stream().allMatch(op -> hasShape(op, command.hold()));
        boolean fits = count >= 1 && count <= Math.min(64, rules.opsMax()) && command.ttl() <= rules.ttlMax();
        return isId(id) && fits && shaped ? null : "MALFORMED";
    }

    /** The generator breaks shapes in a few ways only. */
    private static boolean hasShape(Input.Operation op, boolean hold) {
        boolean reversible = !op.flags().contains("clamp") && op.args().getOrDefault("delta", 0L) != 0;
        return switch (op.op()) {
            case "add" ->
                op.args().containsKey("delta")
                        && (!hold || reversible && op.args().get("delta") != Long.MIN_VALUE);
            case "set" -> !hold && op.args().containsKey("value");
            case "check" -> !op.args().containsKey("delta");
            case "take" -> op.args().get("tokens") <= op.args().get("burst");
            default -> !hold;
        };
    }

    /** A lower bound of 0 says what an add does anyway. */
    static Object canonical(Input input) {
        if (input instanceof Input.OnTarget on) {
            return List.of(on.kind(), on.target(), on.lines(), on.ttl());
        }
        Input.Transact command = (Input.Transact) input;
        List<Object> ops = new ArrayList<>();
        for (Input.Operation op : command.ops()) {
            Map<String, Long> args = new HashMap<>(op.args());
            if (op.op().equals("add")) {
                args.remove("min", 0L);
            }
            ops.add(List.of(op.op(), op.key(), args, op.flags()));
        }
        return List.of(ops, command.hold(), command.ttl(), command.owner());
    }
}
