package dev.hotlane.proof.faults.scene;

import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.proof.faults.base.LaneBuild;
import dev.hotlane.proof.faults.failpoint.Action;
import dev.hotlane.proof.faults.failpoint.Failpoints;
import dev.hotlane.proof.faults.failpoint.Point;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/**
 * Successive processes of one child JVM of a lane, with the same port and files. While the slot is supervised, a
 * process that ends is started again. A node has two slots, its processor's port and its gateway's. Any thread.
 */
public final class ChildSlot {
    private static final Duration PAGE_MAX = Duration.ofSeconds(2);
    private static final int METRIC_TRIES_MAX = 10;

    private final String name;
    private final Path directory;
    private final SlotProcess process;
    private final Failpoints failpoints;
    private volatile LocalPages pages;
    private volatile List<String> options = List.of();
    private volatile LaneBuild build = LaneBuild.THIS;

    /** @param jvm returns the next process before its start */
    ChildSlot(String name, Path directory, int httpPort, Supplier<Jvm> jvm) {
        this(name, directory, httpPort, new SlotProcess(name, directory, jvm));
    }

    private ChildSlot(String name, Path directory, int httpPort, SlotProcess process) {
        this.name = name;
        this.directory = directory;
        pages = new LocalPages(httpPort, PAGE_MAX);
        this.process = process;
        failpoints = new Failpoints(directory);
    }

    /** The same process by another port: the gateway of a node. */
    ChildSlot at(int otherPort) {
        return new ChildSlot(name, directory, otherPort, process);
    }

    /** From its next start on its process is of that build. */
    public ChildSlot by(LaneBuild other) {
        build = other;
        return this;
    }

    /** From its next start on its process has these options behind the usual ones. */
    public ChildSlot options(List<String> more) {
        options = List.copyOf(more);
        return this;
    }

    List<String> options() {
        return options;
    }

    /** Its pages are reached by TLS, with a context that trusts its certificate. */
    public ChildSlot byTls(SSLContext trusting) {
        pages = new LocalPages(pages.port(), PAGE_MAX, trusting);
        return this;
    }

    /** The build of its next process. */
    public LaneBuild build() {
        return build;
    }

    /** Such as `processor-1`. */
    public String name() {
        return name;
    }

    /** Directory of its files. */
    public Path directory() {
        return directory;
    }

    /** `http://127.0.0.1:port`, or https. */
    public String url() {
        return pages.url();
    }

    /** Starts the process unless it runs, and returns at once; from now on it is started again when it ends. */
    public ChildSlot start() {
        process.start();
        return this;
    }

    /** Starts the process unless it runs; does not supervise it. */
    public ChildSlot startOnce() {
        process.startOnce();
        return this;
    }

    /** Ends the supervision; a running process goes on. */
    public ChildSlot leaveAlone() {
        process.leaveAlone();
        return this;
    }

    void superviseOnce() {
        process.superviseOnce();
    }

    /** Exit codes of all its processes that ended. */
    public List<Integer> exits() {
        return process.exits();
    }

    /** SIGKILL; fails if the process has already ended. */
    public void kill9() {
        process.kill9();
    }

    /** SIGKILL, if the process is alive. */
    public void strike() {
        process.strike();
    }

    /** SIGSTOP, if the process is alive. */
    public void freeze() {
        process.freeze();
    }

    /** SIGTERM; returns the exit code. */
    public int stop() {
        return process.stop();
    }

    /** SIGSTOP. */
    public void suspend() {
        process.suspend();
    }

    /** SIGCONT, if the process is alive. */
    public void resume() {
        process.resume();
    }

    /** Whether the process runs or is suspended. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** The operating system's id of the process. */
    public long pid() {
        return process.pid();
    }

    /** The end of its log. */
    public String tail() {
        return process.tail();
    }

    /** Clears the trap, resumes the process, and starts it if it has ended. */
    void heal() {
        clearTrap();
        resume();
        start();
    }

    /** SIGKILL, if the process is alive; ends the supervision. */
    void end() {
        process.end();
    }

    /**
     * Lets that number of passes of the point go and acts on the next, in this process or, if none runs, in the next.
     */
    public void trap(Point point, Action action, int passes) {
        failpoints.set(point, action, passes);
    }

    /** As {@link #trap}, for the command with that id only. */
    public void trapFor(String id, Point point, Action action) {
        failpoints.setFor(id, point, action);
    }

    /** Flag that puts the agent into its JVM. */
    String failpointFlag() {
        return failpoints.flag();
    }

    /** Whether a trap is set that no process has taken. */
    public boolean trapWaits() {
        return !failpoints.taken();
    }

    /** Takes back a trap that no process has taken. */
    public void clearTrap() {
        failpoints.clear();
    }

    /** Whether /readyz answers 200: a processor that leads, a gateway with a leader. */
    public boolean ready() {
        return pages.ready();
    }

    /** Its /v1/status; empty without an answer. */
    public Optional<JsonObject> status() {
        return pages.status().map(JsonObject::new);
    }

    /** Its /v1/status; asks again until it answers, as a busy machine is late now and then. */
    public JsonObject awaitStatus() {
        Patience.await(name() + " to report its status", Patience.LONG, () -> status().isPresent());
        return status().orElseGet(this::awaitStatus);
    }

    /** Value of one of its metrics, after up to 10 requests; NaN without an answer or without that metric. */
    public double metric(String name) {
        OptionalDouble value = pages.metric(name);
        for (int i = 1; value.isEmpty() && i < METRIC_TRIES_MAX; i++) {
            value = pages.metric(name);
        }
        return value.orElse(Double.NaN);
    }

    /** Bytes of its heap in use after a full collection. */
    public long liveBytes() {
        return process.jcmd("GC.class_histogram")
                .lines()
                .filter(line -> line.startsWith("Total"))
                .mapToLong(line -> Long.parseLong(line.trim().split(" +")[2]))
                .findFirst()
                .orElseThrow(() -> new RowFailure(name + " does not report its heap"));
    }

    /** One GET; empty without an answer within 2 s. */
    public Optional<HttpResponse<String>> page(String path) {
        return pages.get(path);
    }
}
