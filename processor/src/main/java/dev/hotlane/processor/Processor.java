package dev.hotlane.processor;

import dev.hotlane.processor.halt.Halt;
import dev.hotlane.processor.log.LogClients;
import dev.hotlane.processor.recover.DirectoryCheck;
import dev.hotlane.processor.recover.HeapCheck;
import dev.hotlane.processor.recover.Recovered;
import dev.hotlane.processor.recover.Recovery;
import dev.hotlane.processor.reply.OwnGateway;
import dev.hotlane.processor.status.Meters;
import dev.hotlane.processor.status.ProcessorStatus;
import dev.hotlane.processor.status.StatusPages;
import dev.hotlane.processor.status.StatusServer;
import dev.hotlane.processor.view.OwnView;
import dev.hotlane.processor.view.ViewPorts;
import dev.hotlane.processor.view.ViewTopic;
import dev.hotlane.protocol.HeapShare;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.ViewRecord;
import dev.hotlane.protocol.process.HeapHeadroom;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running processor: loads the checkpoint, replays the log, stands for leadership, serves until closed. A fault while
 * it runs ends the process through {@link Halt}. Any thread.
 */
public final class Processor implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Processor.class);
    private static final Duration LOOK = Duration.ofMillis(5);

    private final ProcessorSettings settings;
    private final HeapHeadroom heap = HeapHeadroom.watch(log::warn);
    private final Meters meters;
    private final StatusServer http;
    private final Halt halt;
    private final OwnGateway own;
    private final OwnView ownView;
    private Admin admin;
    private volatile RunningLane lane;

    private Processor(ProcessorSettings settings, Halt halt, OwnGateway own, OwnView ownView) {
        this.settings = settings;
        this.halt = halt;
        this.own = own;
        this.ownView = ownView;
        meters = new Meters(heap, own == OwnGateway.NONE ? "processor" : "node");
        ProcessorSettings.Http port = settings.http();
        http = new StatusServer(port.host(), port.port(), port.hosts(), port.tls(), port.principals());
    }

    /**
     * As {@link #start(ProcessorSettings, Halt, OwnGateway, OwnView)}, in a process without a gateway. A fault while it
     * runs ends the JVM with its exit code.
     */
    public static Processor start(ProcessorSettings settings) {
        return start(settings, Halt.ofProcess(), OwnGateway.NONE, OwnView.NONE);
    }

    /**
     * Recovers the state and starts the replay. Returns before the replay ends, see {@link #awaitReady}.
     *
     * @param own the gateway of this process, or {@link OwnGateway#NONE}
     * @param ownView its view, or {@link OwnView#NONE}; used only if the settings have a view
     * @throws dev.hotlane.processor.halt.HaltReason if the lane must not run, with the exit code to end with
     */
    public static Processor start(ProcessorSettings settings, Halt halt, OwnGateway own, OwnView ownView) {
        Processor processor = new Processor(settings, halt, own, ownView);
        try {
            processor.run();
        } catch (Throwable e) {
            processor.close();
            throw e;
        }
        return processor;
    }

    /**
     * Checks the brokers and the topics as a start does. A node calls it before it starts its gateway, so that a wrong
     * topic ends it with the processor's exit code.
     *
     * @throws dev.hotlane.processor.halt.HaltReason if a start would reject them
     */
    public static void requireTopics(ProcessorSettings settings) {
        LogClients clients = new LogClients(settings.log().kafka(), settings.lane());
        try (Admin admin = Admin.create(clients.admin())) {
            recovery(settings, clients, HeapShare.OF_A_PROCESSOR).topics(admin);
        }
    }

    private static Recovery recovery(ProcessorSettings settings, LogClients clients, HeapShare share) {
        return new Recovery(
                clients,
                settings.lane(),
                settings.mysql(),
                HeapCheck.ofThisJvm(share),
                settings.patience().start());
    }

    private void run() {
        log.info("starting with {}", settings);
        DirectoryCheck.require(settings.directory());
        new StatusPages(
                        this::healthy,
                        this::ready,
                        this::openReady,
                        this::status,
                        meters,
                        new StatusPages.Heap(heap, own.heap()),
                        own)
                .serve(http);
        http.start();
        LogClients clients = new LogClients(settings.log().kafka(), settings.lane());
        admin = Admin.create(clients.admin());
        Recovery recovery = recovery(settings, clients, own.heap());
        if (settings.log().retention().on()) {
            recovery.requireDurableCommits();
        }
        Recovered recovered = recovery.run(admin);
        ViewPorts views = views(recovery, recovered, clients);
        views.load(recovered.state(), recovered.cut());
        lane = new RunningLane(
                settings, recovered, clients, admin, meters, halt, new RunningLane.ToGateways(own, views));
        lane.start();
    }

    private ViewPorts views(Recovery recovery, Recovered recovered, LogClients clients) {
        if (!settings.view()) {
            return ViewPorts.NONE;
        }
        String topic = TopicSpec.view(settings.lane()).name();
        boolean there = recovery.hasViewTopic(admin);
        if (!there) {
            log.info(
                    "no topic {}: gateways that run alone read through the lane. `hotlane topics create --view` makes it"
                            + " for the next start",
                    topic);
        }
        return new ViewPorts(
                ownView,
                there ? new ViewTopic(clients.viewer(), topic) : null,
                ViewRecord.topicHash(recovered.topics().topicId()));
    }

    /** Waits until this process is ready; returns false on timeout, after a halt or on an interrupt. */
    public boolean awaitReady(Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!ready()) {
            if (System.nanoTime() >= deadline || halt.reason() != null || Thread.interrupted()) {
                return false;
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
        return true;
    }

    /** Whether this process replies: it leads by the log, one of its TICKs took effect, and it has not halted. */
    public boolean ready() {
        RunningLane running = lane;
        return running != null && running.ready();
    }

    /** Whether it leads, or follows near the end of the log: what a supervisor of this process asks. False from close on. */
    public boolean standsReady() {
        RunningLane running = lane;
        return running != null && running.standsReady();
    }

    /** In a node its gateway must be open too. */
    private boolean openReady() {
        return own.open() && standsReady();
    }

    /** Whether this process has not halted; true also while it starts. */
    public boolean healthy() {
        return halt.reason() == null;
    }

    /** Positions and figures of the lane; null before the checkpoint is loaded and after close. */
    public ProcessorStatus status() {
        RunningLane running = lane;
        return running == null ? null : running.status();
    }

    /** Port of metrics, health and status. */
    public int httpPort() {
        return http.port();
    }

    /**
     * Resigns: appends a RESIGN, waits until it is applied, drains the stages, flushes the last batch, ends all
     * threads. Each wait has a limit. Records not flushed are replayed at the next start.
     */
    @Override
    public void close() {
        RunningLane running = lane;
        lane = null;
        if (running != null) {
            running.close();
        }
        if (admin != null) {
            admin.close(Duration.ofSeconds(1));
        }
        http.close();
        meters.close();
    }
}
