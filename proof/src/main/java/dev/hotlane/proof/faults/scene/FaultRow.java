package dev.hotlane.proof.faults.scene;

import dev.hotlane.infra.stack.DevStackSettings;
import dev.hotlane.infra.stack.Stack;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One fault: how it is made, and what must hold beside the general acceptance. Immutable.
 *
 * @param id such as F07, F07N for its form on nodes
 * @param fault in words
 * @param extra what must hold besides
 * @param plan of its lane
 * @param stack starts a stack of its own; null to share one with the others
 * @param bound longest time from the end of the fault to the next success
 * @param script makes the fault
 */
public record FaultRow(
        String id,
        String fault,
        String extra,
        ScenePlan plan,
        Function<DevStackSettings, Stack> stack,
        Duration bound,
        Script script) {
    /** Long enough for two busy cores; the time taken is reported. */
    private static final Duration USUAL_BOUND = Duration.ofSeconds(30);

    /** What a row does to a lane that serves under load. */
    public interface Script {
        /** Prepares the slots of a lane before their first start; nothing by default. */
        default void before(Scene on) {}

        /** Makes the fault; an exception fails the row. */
        void run(Scene on) throws Exception;
    }

    /** A row on the shared stack. */
    public static FaultRow of(String id, String fault, String extra, ScenePlan plan, Script script) {
        return new FaultRow(id, fault, extra, plan, null, USUAL_BOUND, script);
    }

    /** The same row on nodes: each process is a processor with its gateway. */
    public FaultRow onNodes() {
        return new FaultRow(id + "N", fault + "; nodes", extra, plan.withNodes(), stack, bound, script);
    }

    /** The same row on a lane that this prepares further, before its first start. */
    public FaultRow prepared(Consumer<Scene> more) {
        Script whole = new Script() {
            @Override
            public void before(Scene on) {
                script.before(on);
                more.accept(on);
            }

            @Override
            public void run(Scene on) throws Exception {
                script.run(on);
            }
        };
        return new FaultRow(id, fault, extra, plan, stack, bound, whole);
    }

    @Override
    public String toString() {
        return id + " " + fault;
    }

    /** The row on a stack of its own, started from the usual settings. */
    public FaultRow on(Function<DevStackSettings, Stack> own) {
        return new FaultRow(id, fault, extra, plan, own, bound, script);
    }
}
