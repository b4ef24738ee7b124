package dev.hotlane.proof.faults.scene;

import dev.hotlane.infra.stack.Stack;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.proof.history.CallResult;
import dev.hotlane.proof.history.Callers;
import dev.hotlane.proof.history.Recorder;
import dev.hotlane.proof.history.Request;
import dev.hotlane.proof.history.Workload;
import dev.hotlane.proof.history.WorkloadSettings;
import dev.hotlane.protocol.TopicSpec;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * One lane and its load, for one row. The row does harm here and says what must hold; whatever it broke is healed at
 * the end. One thread: the row's.
 */
public final class Scene implements AutoCloseable {
    /** Beyond the 10 s that a gateway waits, so that its 504 is heard. */
    private static final long ANSWER_MS_MAX = 13_000;

    /** Enough to be in the middle of everything, and to leave a core for starting JVMs. */
    private static final int CLIENTS = 8;

    private static final int BRIEF_TOLERANCE = 30;
    private static final int KEY_GROUPS = 4;

    private final Stack stack;
    private final String lane;
    private final ScenePlan plan;
    private final SplittableRandom random;
    private final boolean brief;
    private final Findings findings;
    private final Children children;
    private final List<ChildSlot> processors = new ArrayList<>();
    private final List<ChildSlot> gateways = new ArrayList<>();
    private final SlotSupervisor supervisor;
    private final SceneEnding ending;
    private final Calls calls;
    private final Recorder recorder;
    private final Callers callers;
    private final long seed;
    private Workload load;

    /** Makes topics, database and places; nothing runs yet. */
    public Scene(Stack stack, String lane, ScenePlan plan, long seed, boolean brief, Findings findings) {
        this.stack = stack;
        this.lane = lane;
        this.plan = plan;
        this.seed = seed;
        this.brief = brief;
        this.findings = findings;
        random = new SplittableRandom(seed);
        stack.createDatabase(lane);
        Topics.ensure(stack.bootstrapServers(), lane, plan.gateways(), plan.rules(seed));
        children = new Children(stack, lane, plan);
        for (int i = 0; i < plan.processors(); i++) {
            processors.add(children.processor(i + 1));
        }
        for (int i = 0; i < plan.gateways(); i++) {
            gateways.add(children.gateway(i + 1, i));
        }
        supervisor = new SlotSupervisor(places());
        recorder = Recorder.create(findings.history());
        callers = new Callers(gateways.stream().map(ChildSlot::url).toList(), recorder, ANSWER_MS_MAX);
        calls = new Calls(callers, plan.gateways());
        ending = new SceneEnding(this, findings);
    }

    /** Starts all and the load; returns when commands are answered and every further processor follows. */
    public Scene serve() {
        places().forEach(ChildSlot::start);
        awaitAll();
        load = Workload.start(callers, new WorkloadSettings(lane, seed, CLIENTS, KEY_GROUPS, plan.breathMsMax()));
        load.awaitAnswers(100);
        return this;
    }

    /** Waits until one processor leads, the others follow, and all gateways serve. */
    public void awaitAll() {
        await("a leader", () -> leader().isPresent());
        await("followers", () -> following().size() == processors.size() - 1);
        await("gateways that serve", () -> gateways.stream().allMatch(ChildSlot::ready));
    }

    /** Waits as long as it may take on a busy machine, and no longer than three minutes. */
    public long await(String what, BooleanSupplier so) {
        return Patience.await(what, Patience.LONG, () -> {
            if (supervisor.fault() != null) {
                throw supervisor.fault();
            }
            return so.getAsBoolean();
        });
    }

    /** That number of rounds in a whole matrix, so many in a brief one. */
    public int rounds(int whole, int ofBrief) {
        return brief ? ofBrief : whole;
    }

    /** The row fails if that took longer; of a brief run, which shares its cores with a build, only if much longer. */
    public void requireWithin(long millisMax, long millis, String what) {
        long bound = brief ? millisMax * BRIEF_TOLERANCE : millisMax;
        require(millis <= bound, what + " took " + millis + " ms, expected at most " + bound);
    }

    /** The stack that it stands on. */
    public Stack stack() {
        return stack;
    }

    /** Its lane's name. */
    public String lane() {
        return lane;
    }

    /** Its command topic. */
    public String commands() {
        return TopicSpec.commands(lane).name();
    }

    /** Where its files are. */
    public Findings findings() {
        return findings;
    }

    /** Everything of the row that is left to chance comes from here. */
    public SplittableRandom random() {
        return random;
    }

    /** Of everything here. */
    public long seed() {
        return seed;
    }

    /** The processors' places. */
    public List<ChildSlot> processors() {
        return processors;
    }

    /** The gateways' places. */
    public List<ChildSlot> gateways() {
        return gateways;
    }

    /** All processors and gateways. */
    public List<ChildSlot> places() {
        return Stream.concat(processors.stream(), gateways.stream()).toList();
    }

    /** Who leads by its own word; empty while nobody does. */
    public Optional<ChildSlot> leader() {
        return processors.stream().filter(ChildSlot::ready).findFirst();
    }

    /** As {@link #leader}, waiting for one. */
    public ChildSlot awaitLeader() {
        List<ChildSlot> found = new ArrayList<>();
        await("a leader", () -> found.addAll(leader().stream().toList()));
        return found.get(0);
    }

    /** Who stands by. */
    public List<ChildSlot> following() {
        return processors.stream()
                .filter(place -> place.status()
                        .map(status -> "following".equals(status.getString("role")))
                        .orElse(false))
                .toList();
    }

    /** The wires of a place. */
    public Wiring wires(ChildSlot place) {
        return children.wiring(place);
    }

    /** From its next life on, flags for the JVM of that place. */
    public void flags(ChildSlot place, String... flags) {
        children.flags(place, flags);
    }

    /** From its next life on, that place may open that number of files. */
    public void openFiles(ChildSlot place, int count) {
        children.openFiles(place, count);
    }

    /** From its next life on, a place finds classes in that directory before all others. */
    public void classes(ChildSlot place, Path directory) {
        children.classes(place, directory);
    }

    /** The load, once it runs. */
    public Workload load() {
        return load;
    }

    /** What the load's callers send through; also for calls of the row's own. */
    public Callers callers() {
        return callers;
    }

    /** Notes in the history that something is done to the lane. */
    public void nemesis(String what) {
        recorder.nemesis(what);
    }

    /** A process may end in this code besides those that any may. */
    public void expectExit(int code) {
        ending.expectExit(code);
    }

    /** One call of the row's own, recorded as the load's are; waits for its end. */
    public CallResult call(int gateway, Request request) {
        return calls.call(gateway, request);
    }

    /** The end of a call. */
    public static CallResult ended(Future<CallResult> call) {
        return Calls.ended(call);
    }

    /** As {@link #call}, through any gateway, again and again until the outcome is known. */
    public CallResult decided(Request request) {
        return calls.decided(request);
    }

    /** Kills all processors; nobody starts them again until the row says so. */
    public void killProcessors() {
        processors.forEach(ChildSlot::leaveAlone);
        processors.stream().filter(ChildSlot::isAlive).forEach(ChildSlot::kill9);
    }

    /** What the report says of this row besides the general figures. */
    public void fact(String text) {
        findings.fact(text);
    }

    /** The row fails unless it is so. */
    public void require(boolean so, String otherwise) {
        if (!so) {
            findings.fault(otherwise);
        }
    }

    /** Mends all that a row may have broken and lets everything run. */
    public void heal() {
        stack.kafka().start();
        stack.kafka().resume();
        stack.mysql().start();
        stack.mysql().resume();
        children.heal();
        places().forEach(ChildSlot::heal);
    }

    /** The row leaves a lane that must not serve again: what it showed before is all there is to accept. */
    public void endsHere() {
        ending.endsHere(load);
    }

    /** The general acceptance: all is healed, the load goes on within the bound, and all accounts agree. */
    public void settle(Duration bound) throws IOException {
        ending.settle(load, brief ? Patience.LONG : bound);
    }

    void closeHistory() {
        recorder.close();
    }

    /** Saves what the children wrote, for those who look for the reason of a failure. */
    public void keepLogs() {
        places().forEach(place -> findings.keptLog(place.directory()));
    }

    /** Offsets by a processor's own word: applied, replied, flushed, logEnd. */
    public JsonObject offsets(ChildSlot place) {
        await(place.name() + " to tell where it stands", () -> place.status().isPresent());
        return place.status().map(status -> status.getJsonObject("offsets")).orElseGet(() -> offsets(place));
    }

    @Override
    public void close() {
        supervisor.close();
        callers.close();
        recorder.close();
        places().forEach(ChildSlot::end);
        children.close();
    }
}
