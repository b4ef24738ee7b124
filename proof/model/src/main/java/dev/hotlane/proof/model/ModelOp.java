package dev.hotlane.proof.model;

import dev.hotlane.proof.model.OpRules.Arg;
import dev.hotlane.proof.model.OpRules.Flag;
import dev.hotlane.proof.model.OpRules.Kind;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** One op of a command. It may lack what its kind needs: the rules then reject the command. Immutable. */
public record ModelOp(Kind kind, String key, Map<Arg, Long> args, Set<Flag> flags) {
    /** A copy of the numbers and marks, in one order. */
    public ModelOp {
        Map<Arg, Long> sorted = new EnumMap<>(Arg.class);
        sorted.putAll(args);
        args = sorted;
        Set<Flag> marks = EnumSet.noneOf(Flag.class);
        marks.addAll(flags);
        flags = marks;
    }

    /** An add of n units. */
    public static ModelOp add(String key, long n) {
        return new ModelOp(Kind.ADD, key, Map.of(Arg.DELTA, n), Set.of());
    }

    /** This op with one more number. */
    public ModelOp with(Arg arg, long number) {
        Map<Arg, Long> more = new EnumMap<>(Arg.class);
        more.putAll(args);
        more.put(arg, number);
        return new ModelOp(kind, key, more, flags);
    }

    /** The number of that name; null if the op has none. */
    public Long arg(Arg name) {
        return args.get(name);
    }

    boolean has(Arg name) {
        return args.containsKey(name);
    }

    boolean has(Flag flag) {
        return flags.contains(flag);
    }

    /** The form that two ops of the same content share: a lower bound of 0 is what an add has anyway. */
    ModelOp canonical() {
        if (kind != Kind.ADD || !Long.valueOf(0).equals(args.get(Arg.MIN))) {
            return this;
        }
        Map<Arg, Long> fewer = new EnumMap<>(args);
        fewer.remove(Arg.MIN);
        return new ModelOp(kind, key, fewer, flags);
    }
}
