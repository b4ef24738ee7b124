package dev.hotlane.proof.lane;

import dev.hotlane.proof.history.Callers;
import dev.hotlane.proof.history.EventsDump;
import dev.hotlane.proof.history.LogDump;
import dev.hotlane.proof.history.Recorded;
import dev.hotlane.proof.history.Recorder;
import dev.hotlane.proof.history.TableDump;
import dev.hotlane.proof.history.Workload;
import dev.hotlane.proof.history.WorkloadSettings;
import dev.hotlane.proof.history.check.CheckReport;
import dev.hotlane.proof.history.check.Checker;
import dev.hotlane.proof.history.check.Part;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * A recorded run of a workload through two gateways.
 *
 * @param history the recorded calls
 * @param log the dump of the log
 * @param tables the dump of MySQL's tables
 * @param events the dump of what a change feed published; no such file if none followed the lane
 */
record Recording(Path history, Path log, Path tables, Path events) {
    /** Shorter than a restart, so that some outcomes are unknown. */
    private static final long ANSWER_MS_MAX = 1_000;

    private static final int ROUNDS_MAX = 6;

    /** Whether a recording needs no further round. */
    interface Enough {
        boolean in(Recording recording) throws IOException, InterruptedException;
    }

    /** Makes calls while a recorder runs. */
    private interface Calling {
        void through(Callers callers, Recorder recorder) throws IOException, InterruptedException;
    }

    private static final Duration PATIENCE = Duration.ofSeconds(120);

    /** Files of the usual names in a directory. */
    static Recording in(Path directory) {
        return new Recording(
                directory.resolve("history.jsonl"),
                directory.resolve("log.jsonl"),
                directory.resolve("tables.jsonl"),
                directory.resolve("events.jsonl"));
    }

    /**
     * Records a run with a kill on that lane, which has no processor yet, until that number of answers. A change feed
     * follows; it begins again while there is no processor.
     */
    static Recording ofKill(WholeLane on, WorkloadSettings settings, int answers, Path directory)
            throws IOException, InterruptedException {
        Recording recording = in(directory);
        List<String> gateways = gateways(on);
        try (FollowingFeed feed = FollowingFeed.start(on.lane)) {
            recording.record(gateways, ANSWER_MS_MAX, (callers, recorder) -> {
                Workload load = Workload.start(callers, settings);
                load.awaitAnswers(answers / 2);
                recorder.nemesis("kill -9 processor");
                on.processor.kill9();
                feed.restart();
                on.processor.start("--view");
                on.processor.awaitLeading();
                load.awaitAnswers(answers / 2);
                System.out.println(load.stop(PATIENCE));
            });
            recording.dump(on, feed);
        }
        return recording;
    }

    /** As {@link #ofKill}, on two nodes, each of which leads and is killed once, and a gateway that runs alone. */
    static Recording ofNodeKills(WholeLane on, WorkloadSettings settings, int answers, Path directory)
            throws IOException, InterruptedException {
        Recording recording = in(directory);
        ProcessorChild first = on.node(0).start("--view").awaitLeading();
        ProcessorChild second = on.node(1).start("--view");
        second.awaitFollowing();
        String alone = url(on.viewingGateway(2).port());
        List<String> gateways = List.of(url(first.gatewayPort()), url(second.gatewayPort()), alone);
        recording.record(gateways, ANSWER_MS_MAX, (callers, recorder) -> {
            Workload load = Workload.start(callers, settings);
            for (ProcessorChild killed : List.of(first, second)) {
                ProcessorChild other = killed == first ? second : first;
                load.awaitAnswers(answers / 3);
                Awaitility.await("its turn to lead").atMost(PATIENCE).until(killed::leads);
                recorder.nemesis("kill -9 of the leading node");
                killed.kill9();
                other.awaitLeading();
                killed.start("--view").awaitFollowing();
            }
            load.awaitAnswers(answers / 3);
            System.out.println(load.stop(PATIENCE));
        });
        recording.dump(on);
        return recording;
    }

    /**
     * As {@link #ofKill}, without a fault and with callers that wait for every answer. Runs rounds until the recording
     * holds enough, at most six. The content of a round depends on the machine's speed.
     */
    static Recording ofPeace(WholeLane on, WorkloadSettings settings, int answers, Path directory, Enough enough)
            throws IOException, InterruptedException {
        Recording recording = in(directory);
        List<String> gateways = gateways(on);
        try (FollowingFeed feed = FollowingFeed.start(on.lane)) {
            recording.record(gateways, PATIENCE.toMillis(), (callers, recorder) -> {
                int round = 0;
                do {
                    round++;
                    Workload load = Workload.start(callers, round(settings, round));
                    load.awaitAnswers(answers);
                    System.out.println("round " + round + ": " + load.stop(PATIENCE));
                    recorder.nemesis("none: round " + round + " is over");
                    recording.dump(on, feed);
                } while (!enough.in(recording) && round < ROUNDS_MAX);
            });
        }
        return recording;
    }

    private static WorkloadSettings round(WorkloadSettings of, int round) {
        return new WorkloadSettings(of.name() + round, of.seed() + round, of.clients(), of.groups(), of.breathMsMax());
    }

    /** A processor and two gateways with views, that serve. */
    private static List<String> gateways(WholeLane on) {
        Client client = on.serveViewed();
        return List.of(url(client.port()), url(on.viewingGateway(1).port()));
    }

    private static String url(int port) {
        return "http://127.0.0.1:" + port;
    }

    private void record(List<String> gateways, long answerMsMax, Calling calls)
            throws IOException, InterruptedException {
        try (Recorder recorder = Recorder.create(history);
                Callers callers = new Callers(gateways, recorder, answerMsMax)) {
            calls.through(callers, recorder);
        }
    }

    private void dump(WholeLane on, FollowingFeed feed) {
        feed.awaitAll();
        EventsDump.write(on.lane.stack().connection(), on.lane.name(), events);
        dump(on);
    }

    /** Dumps the tables first: the log must reach at least as far. */
    void dump(WholeLane on) {
        TableDump.write(
                on.lane.jdbcUrl(), on.lane.stack().user(), on.lane.stack().password(), tables);
        LogDump.write(on.lane.stack().connection(), on.lane.name(), log);
    }

    /** Checker A's report. */
    CheckReport check() {
        return check(false);
    }

    /** The same if commands of others, which were not recorded, may be in the log. */
    CheckReport checkAmongOthers() {
        return check(true);
    }

    private CheckReport check(boolean othersAllowed) {
        try {
            Part whole = new Part(log, tables, Files.exists(events) ? events : null);
            return Checker.check(history, List.of(whole), othersAllowed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The recording in memory. */
    Recorded read() {
        return Recorded.read(history, log, tables, events);
    }
}
