package dev.hotlane.jmh.time;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.past.PastState;
import dev.hotlane.infra.past.ProjectedHistory;
import dev.hotlane.infra.snapshot.StateFile;
import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.jmh.lane.LogFiller;
import dev.hotlane.jmh.lane.http.Machine;
import dev.hotlane.jmh.time.PastLog.Answered;
import dev.hotlane.protocol.Meta;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long questions about the past take: `at` with a snapshot and with a ladder, `history`, `what-if` beside one replay, a
 * state file, and rows of hl_change a second. The answers must agree with each other. One thread.
 */
public final class TimeBench {
    private static final Pattern DIGEST = Pattern.compile("\"digest\":\"([0-9a-f]+)\"");
    private static final Pattern AFTER = Pattern.compile("\"after\":\\{\"value\":(\\d+)");
    private static final Pattern VALUE = Pattern.compile("\"value\":(\\d+)");
    private static final String DATABASE = "hl_changes";
    private static final String KEY = LogFiller.key(0);

    /** The least that snapshot-ladder takes. */
    private static final long EVERY_MIN = 1_000;

    private final PastLog log;
    private final TimeBenchSettings settings;
    private final PrintStream out;
    private final List<String> faults = new ArrayList<>();
    private final Path files;
    private Path base;
    private Path ladder;
    private long first;
    private long last;
    private String digest;
    private String value;

    /** On a stack that nothing else uses. */
    public TimeBench(DevStack stack, TimeBenchSettings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
        log = new PastLog(stack, settings.jvmFlags());
        files = stack.directory().resolve("past");
    }

    /** Runs it; true if all answers agree. */
    public boolean run() throws InterruptedException, IOException, SQLException {
        out.println("  machine: " + Machine.line());
        ladder = Files.createDirectories(files.resolve("ladder"));
        base = files.resolve("base");
        first = log.fill(settings.keys(), settings.keys());
        save("state file of the counters", base, first, List.of());
        last = log.fill(settings.records(), settings.keys());
        replays();
        climb();
        save("state file, full window", files.resolve("end"), last, List.of(base, ladder));
        history();
        project();
        faults.forEach(fault -> out.println("  WRONG: " + fault));
        return faults.isEmpty();
    }

    private void save(String what, Path file, long sequence, List<Path> from) throws IOException {
        try (PastState past = new PastState(log.stack().connection(), PastLog.LANE, from, note -> {})) {
            past.goTo(sequence);
            long begin = System.nanoTime();
            Meta cut = StateFile.write(
                    past.state(), TopicAdmin.identity(log.stack().connection(), PastLog.LANE), past.last(), file);
            double seconds = (System.nanoTime() - begin) / 1e9;
            row(
                    what,
                    "%.2f s, %,d bytes, %,d counters, %,d window entries",
                    seconds,
                    Files.size(file),
                    cut.counters,
                    cut.windowCount);
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
        for (int i = 0; i < settings.rounds(); i++) {
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
            claim("what-if has the digest of at", both.line().contains(digest));
            claim("what-if without a change finds no difference", both.line().contains("\"firstDifference\":null"));
            replays.add(replay.seconds());
            ratios.add(both.seconds() / replay.seconds());
            row("round", "at %.1f s, what-if %.1f s", replay.seconds(), both.seconds());
        }
        double seconds = median(replays);
        row("at", "%,d records behind the snapshot: %.1f s, %,.0f/s", last - first, seconds, (last - first) / seconds);
        row("what-if : at", "%.2f", median(ratios));
    }

    private void climb() {
        long every = Math.max(EVERY_MIN, (last - first) / settings.rungs());
        Answered climbed =
                log.run("snapshot-ladder", "--every=" + every, "--directory=" + ladder, "--snapshots=" + base);
        row("snapshot-ladder", "every %,d records: %.1f s", every, climbed.seconds());
        Answered answer = at(base + "," + ladder);
        claim(
                "at with the ladder answers the same",
                digest.equals(found(DIGEST, answer.line())) && value.equals(found(VALUE, answer.line())));
        row("at with that ladder", "%.1f s", answer.seconds());
    }

    private void history() {
        Answered answer = log.run(
                "history", "--key=" + KEY, "--to=" + last, "--segments=2", "--snapshots=" + base + "," + ladder);
        List<String> lines = answer.text().lines().toList();
        claim("history ends with the digest of at", digest.equals(found(DIGEST, answer.line())));
        claim("history ends with the value of at", value.equals(found(AFTER, lines.get(lines.size() - 2))));
        row("history of a counter", "%,d records, two segments: %.1f s", last + 1, answer.seconds());
    }

    private void project() throws SQLException {
        String url = log.stack().jdbcUrl(DATABASE);
        String user = log.stack().user();
        String password = log.stack().password();
        FlushSettings into = FlushSettings.of(url, user, password);
        try (Connection connection = DriverManager.getConnection(log.stack().jdbcUrl(), user, password);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + DATABASE);
        }
        long wanted = Math.min(settings.rows(), log.commands());
        long written;
        try (ProjectedHistory history =
                new ProjectedHistory(log.stack().connection(), PastLog.LANE, into, List.of(), note -> {})) {
            long begin = System.nanoTime();
            while (history.written() < wanted && history.next() <= last) {
                history.step();
            }
            written = history.written();
            double seconds = (System.nanoTime() - begin) / 1e9;
            row("project --history", "%,d rows in %.1f s: %,.0f/s", written, seconds, written / seconds);
        }
        try (Connection connection = DriverManager.getConnection(url, user, password);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT COUNT(*), SUM(value <> IFNULL(value_before, 0) + 1) FROM hl_change")) {
            rows.next();
            claim("hl_change has the rows that were written", rows.getLong(1) == written && written >= wanted);
            claim("each row of hl_change adds 1", rows.getLong(2) == 0);
        }
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    private static String found(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("no " + pattern + " in " + text);
        }
        return matcher.group(1);
    }

    private void claim(String what, boolean holds) {
        if (!holds) {
            faults.add("not so: " + what);
        }
    }

    private void row(String what, String format, Object... values) {
        out.printf(Locale.ROOT, "  %-28s %s%n", what, String.format(Locale.ROOT, format, values));
    }
}
