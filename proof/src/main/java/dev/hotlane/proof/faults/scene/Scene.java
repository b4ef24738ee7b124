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
 * One lane and its load, for one row. The row makes faults here and checks its conditions; {@link #settle} heals
 * everything at the end. One thread: the row's.
 */
public final class Scene implements AutoCloseable {
    /** Longer than a gateway's wait of 10 s, so that a caller receives its 504. */
    private static final long ANSWER_MS_MAX = 13_000;

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

    /** Creates topics, database and slots; starts no process. */
    public Scene(Stack stack, String lane, ScenePlan plan, long seed, boolean brief, Findings findings) {
        this.stack = stack;
        this.lane = lane;
        this.plan = plan;
        this.seed = seed;
        this.brief = brief;
        this.findings = findings;
        random = new SplittableRandom(seed);
        stack.createDatabase(lane);
        Topics.ensure(stack.connection(), plan.topics(lane), 0, plan.rules(seed));
        children = new Children(stack, lane, plan);
        children.place(processors, gateways);
        supervisor = new SlotSupervisor(places());
        recorder = Recorder.create(findings.history());
        callers = new Callers(gateways.stream().map(ChildSlot::url).toList(), recorder, ANSWER_MS_MAX);
        calls = new Calls(callers, plan.gateways());
        ending = new SceneEnding(this, findings);
    }

    /** Starts all processes and the load; returns when commands are answered and the other processors follow. */
    public Scene serve() {
        places().forEach(ChildSlot::start);
        awaitAll();
        load = Workload.start(
                callers, new WorkloadSettings(lane, seed, plan.clients(), KEY_GROUPS, plan.breathMsMax()));
        load.awaitAnswers(100);
        return this;
    }

    /** Waits until one processor leads, the others follow, and all gateways serve. */
    public void awaitAll() {
        await("a leader", () -> leader().isPresent());
        await("followers", () -> following().size() == processors.size() - 1);
        await("gateways that serve", () -> gateways.stream().allMatch(ChildSlot::ready));
    }

    /** Waits at most three minutes, as a busy machine may take that long. */
    public long await(String what, BooleanSupplier so) {
        return Patience.await(what, Patience.LONG, () -> supervisor.works() && so.getAsBoolean());
    }

    /** Number of rounds: the first in a whole matrix, the second in a brief one. */
    public int rounds(int whole, int ofBrief) {
        return brief ? ofBrief : whole;
    }

    /** Fails the row if the time exceeds the bound; 30 times the bound in a brief run, which shares its cores. */
    public void requireWithin(long millisMax, long millis, String what) {
        long bound = brief ? millisMax * BRIEF_TOLERANCE : millisMax;
        require(millis <= bound, what + " took " + millis + " ms, expected at most " + bound);
    }

    /** The stack of the lane. */
    public Stack stack() {
        return stack;
    }

    /** Name of the lane. */
    public String lane() {
        return lane;
    }

    /** Name of its command topic. */
    public String commands() {
        return TopicSpec.commands(lane).name();
    }

    /** Results of the row and the paths of its files. */
    public Findings findings() {
        return findings;
    }

    /** All random choices of the row come from here. */
    public SplittableRandom random() {
        return random;
    }

    /** Seed of all random choices of the row. */
    public long seed() {
        return seed;
    }

    /** Whether each processor and its gateway are one process. */
    public boolean nodes() {
        return plan.nodes();
    }

    /** Change feeds beside the lane; none unless the row starts one. */
    public SceneFeeds feeds() {
        return children.feeds();
    }

    /** Slots of the processors. */
    public List<ChildSlot> processors() {
        return processors;
    }

    /** Slots of the gateways; a node's signals reach its processor as well. */
    public List<ChildSlot> gateways() {
        return gateways;
    }

    /** A slot for each process of the lane. */
    public List<ChildSlot> places() {
        Stream<ChildSlot> apart = gateways.stream().skip(plan.nodes() ? processors.size() : 0);
        return Stream.concat(processors.stream(), apart).toList();
    }

    /** A processor that reports itself ready; empty for none. */
    public Optional<ChildSlot> leader() {
        return processors.stream().filter(ChildSlot::ready).findFirst();
    }

    /** Waits for {@link #leader}. */
    public ChildSlot awaitLeader() {
        List<ChildSlot> found = new ArrayList<>();
        await("a leader", () -> found.addAll(leader().stream().toList()));
        return found.get(0);
    }

    /** Processors that report the role following. */
    public List<ChildSlot> following() {
        return processors.stream()
                .filter(place -> place.status()
                        .map(status -> "following".equals(status.getString("role")))
                        .orElse(false))
                .toList();
    }

    /** The wires of a slot; null if the plan has none. */
    public Wiring wires(ChildSlot place) {
        return children.wiring(place);
    }

    /** Adds flags for the JVM of that slot, from its next start. */
    public void flags(ChildSlot place, String... flags) {
        children.flags(place, flags);
    }

    /** Limits the open files of that slot's JVM, from its next start. */
    public void openFiles(ChildSlot place, int count) {
        children.openFiles(place, count);
    }

    /** Puts a directory first on the class path of that slot's JVM, from its next start. */
    public void classes(ChildSlot place, Path directory) {
        children.classes(place, directory);
    }

    /** The load; null before {@link #serve}. */
    public Workload load() {
        return load;
    }

    /** Sends the calls of the load and of the row. */
    public Callers callers() {
        return callers;
    }

    /** Records a fault in the history. */
    public void nemesis(String what) {
        recorder.nemesis(what);
    }

    /** Allows this exit code besides those of every row. */
    public void expectExit(int code) {
        ending.expectExit(code);
    }

    /** Makes one call of the row itself, recorded like those of the load; waits for its end. */
    public CallResult call(int gateway, Request request) {
        return calls.call(gateway, request);
    }

    /** Waits for the end of a call. */
    public static CallResult ended(Future<CallResult> call) {
        return Calls.ended(call);
    }

    /** As {@link #call}, by all gateways in turn, until the outcome is final. */
    public CallResult decided(Request request) {
        return calls.decided(request);
    }

    /** Kills all processors and ends their supervision. */
    public void killProcessors() {
        processors.forEach(ChildSlot::leaveAlone);
        processors.stream().filter(ChildSlot::isAlive).forEach(ChildSlot::kill9);
    }

    /** Adds a fact to the report. */
    public void fact(String text) {
        findings.fact(text);
    }

    /** Fails the row unless the condition holds. */
    public void require(boolean so, String otherwise) {
        if (!so) {
            findings.fault(otherwise);
        }
    }

    /** Repairs all faults that a row may have made, and starts everything. */
    public void heal() {
        stack.kafka().start();
        stack.kafka().resume();
        stack.mysql().start();
        stack.mysql().resume();
        children.heal();
        places().forEach(ChildSlot::heal);
    }

    /** Ends the load of a lane that must not serve again: the row's own conditions are all that is checked. */
    public void endsHere() {
        ending.endsHere(load);
    }

    /** The general acceptance: all is healed, a call succeeds within the bound, and answers, log and MySQL agree. */
    public void settle(Duration bound) throws IOException {
        ending.settle(load, brief ? Patience.LONG : bound);
    }

    void closeHistory() {
        recorder.close();
    }

    /** Keeps the children's logs for the search for a failure's cause. */
    public void keepLogs() {
        places().forEach(place -> findings.keptLog(place.directory()));
    }

    /** Offsets as a processor reports them: applied, replied, flushed, logEnd. */
    public JsonObject offsets(ChildSlot place) {
        return place.awaitStatus().getJsonObject("offsets");
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
