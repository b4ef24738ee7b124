package dev.hotlane.infra.faults.scene;

import dev.hotlane.infra.history.Callers;
import dev.hotlane.infra.history.Recorder;
import dev.hotlane.infra.history.Request;
import dev.hotlane.infra.history.Told;
import dev.hotlane.infra.history.Workload;
import dev.hotlane.infra.history.WorkloadSettings;
import dev.hotlane.infra.stack.Stack;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.infra.verify.Verification;
import dev.hotlane.infra.verify.Verifier;
import dev.hotlane.protocol.TopicSpec;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
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

    /** The load's are numbered from 0. */
    private static final int OWN_CLIENT = 1_000;

    private static final int TRIES_MAX = 1_000;
    private static final Duration TRY_PAUSE = Duration.ofMillis(100);
    private static final int BRIEF_TOLERANCE = 30;
    private static final int KEY_GROUPS = 4;

    /** Killed, stepped down or fenced: what a process may end in while the lane is well. */
    private static final Set<Integer> PLAIN_EXITS = Set.of(0, 137, 143, 40, 41, 42);

    private final Stack stack;
    private final String lane;
    private final Plan plan;
    private final SplittableRandom random;
    private final boolean brief;
    private final Findings findings;
    private final Children children;
    private final List<Place> processors = new ArrayList<>();
    private final List<Place> gateways = new ArrayList<>();
    private final Supervisor supervisor;
    private final Set<Integer> exitsExpected = new TreeSet<>(PLAIN_EXITS);
    private final Recorder recorder;
    private final Callers callers;
    private final long seed;
    private Workload load;
    private boolean ended;

    /** Makes topics, database and places; nothing runs yet. */
    public Scene(Stack stack, String lane, Plan plan, long seed, boolean brief, Findings findings) {
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
        supervisor = new Supervisor(places());
        recorder = Recorder.create(findings.history());
        callers = new Callers(gateways.stream().map(Place::url).toList(), recorder, ANSWER_MS_MAX);
    }

    /** Starts all and the load; returns when commands are answered and every further processor follows. */
    public Scene serve() {
        places().forEach(Place::start);
        awaitAll();
        load = Workload.start(callers, new WorkloadSettings(lane, seed, CLIENTS, KEY_GROUPS, plan.breathMsMax()));
        load.awaitAnswers(100);
        return this;
    }

    /** Waits until one processor leads, the others follow, and all gateways serve. */
    public void awaitAll() {
        await("a leader", () -> leader().isPresent());
        await("followers", () -> following().size() == processors.size() - 1);
        await("gateways that serve", () -> gateways.stream().allMatch(Place::ready));
    }

    /** Waits as long as it may take on a busy machine, and no longer than a minute and a half. */
    public long await(String what, java.util.function.BooleanSupplier so) {
        return Patience.await(what, Patience.LONG, () -> {
            if (supervisor.fault() != null) {
                throw supervisor.fault();
            }
            return so.getAsBoolean();
        });
    }

    /** So many rounds in a whole matrix, so many in a brief one. */
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

    /** Everything of the row that is left to chance comes from here. */
    public SplittableRandom random() {
        return random;
    }

    /** Of everything here. */
    public long seed() {
        return seed;
    }

    /** The processors' places. */
    public List<Place> processors() {
        return processors;
    }

    /** The gateways' places. */
    public List<Place> gateways() {
        return gateways;
    }

    /** All processors and gateways. */
    public List<Place> places() {
        return Stream.concat(processors.stream(), gateways.stream()).toList();
    }

    /** Who leads by its own word; empty while nobody does. */
    public Optional<Place> leader() {
        return processors.stream().filter(Place::ready).findFirst();
    }

    /** As {@link #leader}, waiting for one. */
    public Place awaitLeader() {
        await("a leader", () -> leader().isPresent());
        return leader().orElseThrow(() -> new RowFailure("the leader is gone again"));
    }

    /** Who stands by. */
    public List<Place> following() {
        return processors.stream()
                .filter(place -> place.status()
                        .map(status -> "following".equals(status.getString("role")))
                        .orElse(false))
                .toList();
    }

    /** The wires of a place. */
    public Wiring wires(Place place) {
        return children.wiring(place);
    }

    /** From its next life on, flags for the JVM of that place. */
    public void flags(Place place, String... flags) {
        children.flags(place, flags);
    }

    /** From its next life on, a place finds classes in that directory before all others. */
    public void classes(Place place, Path directory) {
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
        exitsExpected.add(code);
    }

    /** One call of the row's own, recorded as the load's are; waits for its end. */
    public Told call(int gateway, Request request) {
        return ended(callers.send(OWN_CLIENT, gateway, request));
    }

    /** The end of a call. */
    public static Told ended(Future<Told> call) {
        Patience.await("an answer or its absence", Patience.LONG, call::isComplete);
        return call.result();
    }

    /** As {@link #call}, through any gateway, again and again until the outcome is known. */
    public Told decided(Request request) {
        for (int i = 0; i < TRIES_MAX; i++) {
            Told told = call(i % gateways.size(), request);
            if (told.isFinal()) {
                return told;
            }
            Patience.pass(TRY_PAUSE);
        }
        throw new RowFailure("no final answer to " + request + " after " + TRIES_MAX + " tries");
    }

    /** Kills all processors; nobody starts them again until the row says so. */
    public void killProcessors() {
        processors.forEach(Place::leaveAlone);
        processors.stream().filter(Place::isAlive).forEach(Place::kill9);
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

    /** MySQL against a replay of the log, now. */
    public Verification verify() {
        return Verifier.run(
                stack.bootstrapServers(), lane, Verifier.database(stack.jdbcUrl(lane), stack.user(), stack.password()));
    }

    /** Mends all that a row may have broken and lets everything run. */
    public void heal() {
        stack.kafka().start();
        stack.kafka().resume();
        stack.mysql().start();
        stack.mysql().resume();
        children.heal();
        for (Place place : places()) {
            place.clearTrap();
            place.resume();
            place.start();
        }
    }

    /** The row leaves a lane that must not serve again: what it showed before is all there is to accept. */
    public void endsHere() {
        ended = true;
        if (load != null) {
            findings.tally(load.stop(Duration.ZERO));
        }
    }

    /** The general acceptance: all is healed, the load goes on within the bound, and all accounts agree. */
    public void settle(Duration bound) throws IOException {
        if (ended) {
            judgeExits();
            return;
        }
        long begin = System.nanoTime();
        heal();
        if (load != null) {
            Patience.await(
                    "an answer after the fault was over",
                    bound,
                    () -> load.tally().lastOkNanos() - begin > 0);
            findings.resumedMillis((load.tally().lastOkNanos() - begin) / 1_000_000);
            load.awaitAnswers(200);
            findings.tally(load.stop(Patience.LONG));
        }
        awaitAll();
        recorder.close();
        awaitFlushed();
        new Acceptance(this, findings).run();
        judgeExits();
    }

    private void judgeExits() {
        places().forEach(place -> place.exits().stream()
                .filter(code -> !exitsExpected.contains(code))
                .forEach(code -> findings.fault(place.name() + " ended with exit code " + code + ", "
                        + findings.keptLog(place.directory()) + ": " + place.tail())));
    }

    /** Saves what the children wrote, for those who look for the reason of a failure. */
    public void keepLogs() {
        places().forEach(place -> findings.keptLog(place.directory()));
    }

    private void awaitFlushed() {
        long applied = offsets(awaitLeader()).getLong("applied");
        await(
                "MySQL past offset " + applied,
                () -> leader().map(place -> flushed(place) >= applied).orElse(false));
    }

    private static long flushed(Place place) {
        return place.status()
                .map(status -> status.getJsonObject("offsets").getLong("flushed"))
                .orElse(-1L);
    }

    /** Offsets by a processor's own word: applied, replied, flushed, logEnd. */
    public JsonObject offsets(Place place) {
        return place.status()
                .map(status -> status.getJsonObject("offsets"))
                .orElseThrow(() -> new RowFailure(place.name() + " does not tell where it stands. " + place.tail()));
    }

    @Override
    public void close() {
        supervisor.close();
        callers.close();
        recorder.close();
        places().forEach(Place::end);
        children.close();
    }
}
