package dev.hotlane.jmh.time;

import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.past.PastState;
import dev.hotlane.infra.snapshot.StateFile;
import dev.hotlane.jmh.figures.Median;
import dev.hotlane.jmh.lane.LogFiller;
import dev.hotlane.jmh.time.PastLog.Answered;
import dev.hotlane.protocol.Meta;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Asks a long log about its past, each question in a JVM of its own, and compares the answers. One thread. */
final class PastQuestions {
    private static final Pattern DIGEST = Pattern.compile("\"digest\":\"([0-9a-f]+)\"");
    private static final Pattern AFTER = Pattern.compile("\"after\":\\{\"value\":(\\d+)");
    private static final Pattern VALUE = Pattern.compile("\"value\":(\\d+)");
    private static final Pattern RUNG = Pattern.compile("-(\\d+)\\.snapshot$");
    private static final String KEY = LogFiller.key(0);
    private static final double BYTES_PER_MB = 1e6;

    /** The least that snapshot-ladder takes. */
    private static final long EVERY_MIN = 1_000;

    private final PastLog log;
    private final PastSizes sizes;
    private final int rounds;
    private final TimeFigures figures;
    private final Path base;
    private final Path ladder;
    private final Path files;
    private long first;
    private long last;
    private String digest;
    private String value;

    PastQuestions(PastLog log, TimeBenchSettings settings, TimeFigures figures) throws IOException {
        this.log = log;
        sizes = settings.sizes();
        rounds = settings.rounds();
        this.figures = figures;
        files = log.stack().directory().resolve("past");
        base = files.resolve("base");
        ladder = Files.createDirectories(files.resolve("ladder"));
    }

    /** Fills the log and asks. */
    void measure() throws InterruptedException, IOException {
        first = fill(sizes.firstCommands());
        save();
        last = fill(sizes.records());
        replays();
        climb();
        laddered();
        int more = sizes.history() - log.commands();
        if (more > 0) {
            last = fill(more);
            climb();
            Answered end = at(base + "," + ladder);
            digest = found(DIGEST, end.line());
            value = found(VALUE, end.line());
        }
        history();
    }

    private long fill(int adds) throws InterruptedException {
        long begin = System.nanoTime();
        long end = log.fill(adds, sizes.keys());
        double seconds = TimeFigures.secondsSince(begin);
        figures.row("log", "%,d commands more, decided and flushed in %.0f s: %,.0f/s", adds, seconds, adds / seconds);
        return end;
    }

    /** The state after the first commands: all keys, and a window as full as they make it. */
    private void save() throws IOException {
        try (PastState past = new PastState(log.stack().connection(), PastLog.LANE, List.of(), note -> {})) {
            past.goTo(first);
            long begin = System.nanoTime();
            Meta cut = StateFile.write(
                    past.state(), TopicAdmin.identity(log.stack().connection(), PastLog.LANE), past.last(), base);
            double seconds = TimeFigures.secondsSince(begin);
            figures.row(
                    "State.save",
                    "%.2f s, %,.0f MB, %,d counters, %,d window entries",
                    seconds,
                    Files.size(base) / BYTES_PER_MB,
                    cut.counters,
                    cut.windowCount);
            figures.claim("the state file has each key", cut.counters == sizes.keys());
        }
    }

    /** Asks for the counter that the first command touched, after the last record; a list of snapshots to begin at. */
    private Answered at(String snapshots) {
        return log.run("at", "--sequence=" + last, "--key=" + KEY, "--json", "--snapshots=" + snapshots);
    }

    private void replays() throws IOException {
        Path changes = Files.writeString(files.resolve("changes.json"), "[]");
        List<Double> replays = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            Answered replay = at(base.toString());
            Answered both = log.run(
                    "what-if",
                    "--from=" + (first + 1),
                    "--to=" + last,
                    "--change=" + changes,
                    "--json",
                    "--snapshots=" + base);
            digest = found(DIGEST, replay.line());
            value = found(VALUE, replay.line());
            figures.claim("what-if has the digest of at", both.line().contains(digest));
            figures.claim(
                    "what-if without a change finds no difference", both.line().contains("\"firstDifference\":null"));
            replays.add(replay.seconds());
            ratios.add(both.seconds() / replay.seconds());
            figures.row("round", "at %.1f s, what-if %.1f s", replay.seconds(), both.seconds());
        }
        double seconds = Median.of(replays);
        long behind = last - first;
        figures.row("at", "%,d records behind the snapshot: %.1f s, %,.0f/s", behind, seconds, behind / seconds);
        figures.row("what-if : at", "%.2f", Median.of(ratios));
    }

    private void climb() {
        long every = Math.max(EVERY_MIN, sizes.every());
        Answered climbed =
                log.run("snapshot-ladder", "--every=" + every, "--directory=" + ladder, "--snapshots=" + base);
        figures.row("snapshot-ladder", "every %,d records: %.1f s", every, climbed.seconds());
    }

    private void laddered() throws IOException {
        long behind = last - highestRung();
        List<Double> times = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            Answered answer = at(base + "," + ladder);
            figures.claim(
                    "at with the ladder answers the same",
                    digest.equals(found(DIGEST, answer.line())) && value.equals(found(VALUE, answer.line())));
            times.add(answer.seconds());
        }
        figures.row("at with that ladder", "%,d records behind a rung: %.1f s", behind, Median.of(times));
    }

    /** The sequence of the ladder's highest file; of the first snapshot if it has none. */
    private long highestRung() throws IOException {
        long highest = first;
        try (Stream<Path> all = Files.list(ladder)) {
            for (Path file : all.toList()) {
                Matcher name = RUNG.matcher(file.toString());
                highest = name.find() ? Math.max(highest, Long.parseLong(name.group(1))) : highest;
            }
        }
        return highest;
    }

    private void history() {
        Answered answer = log.run(
                "history", "--key=" + KEY, "--to=" + last, "--segments=2", "--snapshots=" + base + "," + ladder);
        List<String> lines = answer.text().lines().toList();
        figures.claim("history ends with the digest of at", digest.equals(found(DIGEST, answer.line())));
        figures.claim("history ends with the value of at", value.equals(found(AFTER, lines.get(lines.size() - 2))));
        figures.row(
                "history of a counter",
                "%,d records, two segments: %.1f s, %,.0f/s",
                last + 1,
                answer.seconds(),
                (last + 1) / answer.seconds());
    }

    private static String found(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("no " + pattern + " in " + text);
        }
        return matcher.group(1);
    }
}
