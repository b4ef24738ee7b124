package dev.hotlane.jmh.compare;

import dev.hotlane.infra.cli.Hotlane;
import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.LaneProcess;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.infra.topics.WantedTopics;
import dev.hotlane.infra.verify.Verification;
import dev.hotlane.infra.verify.Verifier;
import dev.hotlane.protocol.HeapShare;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Hotlane itself: a node, or a processor and a gateway with a JVM each, on a lane and a database of their own. */
final class LaneContestant implements Contestant {
    /** The load's connections are those of one address. */
    private static final String PROXIES = "--gateway-proxies=127.0.0.0/8";

    private static final Duration STOP_MAX = Duration.ofSeconds(30);
    private static final Duration FLUSH_MAX = Duration.ofSeconds(60);
    private static final long LOOK_MILLIS = 20;

    private final RivalServers place;
    private final String code;
    private final int port;
    private final String lane;
    private LaneProcess processor;
    private ChildProcess gateway;

    /** @param code one of {@link Choice} */
    LaneContestant(RivalServers place, String code) {
        this.place = place;
        this.code = code;
        port = Ports.free();
        lane = code + "-" + place.pass();
    }

    @Override
    public String code() {
        return code;
    }

    @Override
    public String title() {
        return switch (code) {
            case Choice.FLUSHED -> "Hotlane, flush.messages=1";
            case Choice.SPLIT -> "Hotlane, three JVMs";
            default -> "Hotlane";
        };
    }

    @Override
    public boolean isIdempotent() {
        return true;
    }

    @Override
    public boolean sellsOut() {
        return true;
    }

    @Override
    public boolean usesMySql() {
        return true;
    }

    /** Broker and node share the cores while they compile. */
    @Override
    public Duration warmUp(Duration oneJvm) {
        return oneJvm.multipliedBy(3);
    }

    @Override
    public void start() throws IOException {
        String brokers = place.stack().bootstrapServers();
        WantedTopics topics = WantedTopics.of(lane, 1).withFlushed(code.equals(Choice.FLUSHED));
        Topics.ensure(
                place.stack().connection(), topics, 1, LaneRules.fit(1, Jvm.SELDOM_STOPPED, HeapShare.OF_A_PROCESSOR));
        processor = new LaneProcess(place.stack(), lane, "processor-" + lane, Jvm.SELDOM_STOPPED)
                .by(brokers, place.database(code));
        if (code.equals(Choice.SPLIT)) {
            startSplit(brokers);
        } else {
            processor.asNode(port, List.of(PROXIES)).start();
            processor.awaitReady();
            processor.process().awaitReady(() -> RivalServers.isReady(port), RivalServers.READY_MAX);
        }
    }

    private void startSplit(String brokers) throws IOException {
        processor.start();
        processor.awaitReady();
        gateway = place.jvm(
                "gateway-" + lane,
                Hotlane.class.getName(),
                "gateway",
                "--lane=" + lane,
                "--kafka-bootstrap-servers=" + brokers,
                "--gateway-port=" + port,
                "--gateway-admin-port=0",
                PROXIES);
        gateway.awaitReady(() -> RivalServers.isReady(port), RivalServers.READY_MAX);
    }

    @Override
    public int port() {
        return port;
    }

    /** MySQL holds what the log says. */
    @Override
    public void audit() throws InterruptedException, WrongTotalException {
        long applied = offset("applied");
        long deadline = System.nanoTime() + FLUSH_MAX.toNanos();
        while (offset("flushed") < applied) {
            if (System.nanoTime() - deadline > 0) {
                throw new WrongTotalException(title() + " has not written all to MySQL after " + FLUSH_MAX);
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
        Verification verification = Verifier.run(
                place.stack().connection(),
                lane,
                Verifier.database(
                        place.jdbcUrl(code()),
                        place.stack().user(),
                        place.stack().password()));
        if (!verification.equal()) {
            throw new WrongTotalException(title() + ": " + verification.summary());
        }
    }

    private long offset(String name) {
        String status = processor.status();
        return status == null
                ? -1
                : new JsonObject(status).getJsonObject("offsets").getLong(name);
    }

    @Override
    public void close() {
        if (gateway != null) {
            gateway.stop(STOP_MAX);
        }
        if (processor != null) {
            processor.stop();
        }
    }
}
