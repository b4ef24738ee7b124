package dev.hotlane.jmh.reads;

import dev.hotlane.infra.stack.Finished;
import dev.hotlane.infra.stack.Programs;
import dev.hotlane.jmh.figures.Median;
import dev.hotlane.jmh.reads.Entrant.Target;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** wrk sends 16 GETs at a time on each connection. */
final class PipelinedSection implements ReadsSection {
    private static final String SCRIPT = "pipelined.lua";
    private static final Pattern DONE = Pattern.compile("requests (\\d+) in (\\d+) us, failed (\\d+)");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final double MICROS = 1e6;

    @Override
    public void measure(ReadsRun run, FigureTable table) throws Exception {
        Optional<Path> wrk = Programs.find("wrk");
        String what = "the same, wrk pipelined by 16";
        if (wrk.isEmpty()) {
            table.row(what, "200,000/s", "not measured: there is no wrk on the PATH");
            return;
        }
        ReadsStage stage = run.stage();
        Path script = script(stage.stack().directory());
        Wrk local = new Wrk(
                run,
                wrk.get(),
                script,
                stage.node().named("local GET"),
                "/v1/counters/key:0000000000000000?consistency=local");
        Wrk bare = new Wrk(run, wrk.get(), script, stage.bare(), "/" + ReadsStage.COUNTER);
        local.run(run.settings().warmUp());
        bare.run(run.settings().warmUp());
        ViewOnly.during(run, () -> {
            for (int i = 0; i < run.settings().repeats(); i++) {
                local.once();
                bare.once();
            }
        });
        String ratio = FigureTable.text("%.2f", local.rate() / bare.rate());
        table.row(what, "200,000/s", local.text(), bare.text(), ratio);
    }

    private static Path script(Path directory) throws IOException {
        try (InputStream in = PipelinedSection.class.getResourceAsStream(SCRIPT)) {
            return Files.write(directory.resolve(SCRIPT), in.readAllBytes());
        }
    }

    /** wrk on one server. */
    private record Wrk(
            ReadsRun run, Path program, Path script, Target target, String path, List<Double> rates, List<Double> cpu) {
        Wrk(ReadsRun run, Path program, Path script, Target target, String path) {
            this(run, program, script, target, path, new ArrayList<>(), new ArrayList<>());
        }

        void once() {
            CpuTime used = new CpuTime(target.pids());
            Matcher done = run(run.settings().duration());
            double requests = Double.parseDouble(done.group(1));
            rates.add(requests * MICROS / Double.parseDouble(done.group(2)));
            cpu.add(used.micros() / requests);
            run.say("%s, pipelined: %s", target.name(), done.group());
        }

        private Matcher run(Duration time) {
            target.before().run();
            // wrk takes whole seconds.
            long seconds = Math.max(1, time.toSeconds());
            String printed = Finished.output(
                    PATIENCE,
                    program.toString(),
                    "-t1",
                    "-c" + run.settings().connections(),
                    "-d" + seconds,
                    "-s",
                    script.toString(),
                    "http://127.0.0.1:" + target.port() + path);
            Matcher done = DONE.matcher(printed);
            if (!done.find() || !done.group(3).equals("0") || done.group(1).equals("0")) {
                run.fault(target.name() + ", pipelined: " + printed);
                done = DONE.matcher("requests 1 in 1000000 us, failed 1");
                done.find();
            }
            return done;
        }

        double rate() {
            return Median.of(rates);
        }

        String text() {
            double micros = Median.of(cpu);
            return FigureTable.text("%s %,.0f/s, CPU %.1f us", target.name(), rate(), micros);
        }
    }
}
