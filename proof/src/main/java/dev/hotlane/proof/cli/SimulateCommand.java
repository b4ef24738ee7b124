package dev.hotlane.proof.cli;

import dev.hotlane.infra.cli.Settings;
import dev.hotlane.infra.cli.Usage;
import dev.hotlane.proof.simulation.Campaign;
import dev.hotlane.proof.simulation.CommitSeeds;
import dev.hotlane.proof.simulation.Shrinker;
import dev.hotlane.proof.simulation.Shrinker.Failure;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** `hotlane simulate`: runs whole lanes on simulated servers in virtual time, with faults between any two steps. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        description = {
            "Runs whole lanes with faults in virtual time.",
            "Each seed is a lane of its own: two processors, gateways, a log, MySQL, clients, and what goes wrong.",
            "The invariants of docs/reliability.md are looked at after every event. Starts no process, opens no port.",
            "Exit code 0: all held. 1: one broke; its seed, the shrunk plan and what was found are shown. 2: usage."
        })
final class SimulateCommand implements Callable<Integer> {
    private static final int ONE_BROKE = 1;
    private static final int SEEDS = 1_000;

    /** More than any machine has cores; each thread holds a whole lane in memory. */
    private static final int THREADS_MAX = 1_024;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "How many seeds (default: 1000, or as many as a commit has).")
    private Long seeds;

    @Option(names = "--from", paramLabel = "SEED", description = "The first of them (default: 1).")
    private Long from;

    @Option(
            names = "--commit",
            paramLabel = "COMMIT",
            description =
                    "Runs the seeds that `./hotlane test` takes from that commit: a whole hash, or a name that git"
                            + " knows here, such as HEAD.")
    private String commit;

    @Option(names = "--seed", paramLabel = "SEED", description = "Runs this seed alone.")
    private Long seed;

    @Option(names = "--threads", paramLabel = "N", description = "Threads (default: one a core).")
    private Integer threads;

    @Override
    public Integer call() throws InterruptedException {
        long count = seeds != null ? seeds : commit != null ? CommitSeeds.COUNT : SEEDS;
        refuseWhatRunsNothing(count);
        int workers = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
        Campaign.Report report = seed == null ? Campaign.run(first(), count, workers) : Campaign.run(seed, 1, 1);
        PrintWriter out = spec.commandLine().getOut();
        report.tally().lines().forEach((what, many) -> out.printf(Locale.ROOT, "%,14d  %s%n", many, what));
        out.printf(
                Locale.ROOT,
                "%,14.0f  seeds/s on %d threads, %.1f s%n",
                report.seedsPerSecond(),
                seed == null ? workers : 1,
                report.seconds());
        report.failures().forEach(failure -> show(failure, out));
        out.println(report.failures().isEmpty() ? "every invariant held" : "an invariant broke");
        out.flush();
        return report.failures().isEmpty() ? 0 : ONE_BROKE;
    }

    // A run of no seed proves nothing but would end like one without a failure.
    private void refuseWhatRunsNothing(long count) {
        Usage.requireAtLeast(1, count, spec, "--seeds");
        Usage.require(
                threads == null || threads >= 1 && threads <= THREADS_MAX, spec, "--threads", "1.." + THREADS_MAX);
        Usage.require(
                from == null || from <= Long.MAX_VALUE - count,
                spec,
                "--from",
                "so small that all --seeds fit in 63 bits");
        Usage.require(commit == null || count <= Long.MAX_VALUE / 2, spec, "--seeds", "at most 2^62 beside --commit");
        Usage.require(
                commit == null || from == null && seed == null, spec, "--commit", "without --from and without --seed");
        Usage.require(seed == null || seed < Long.MAX_VALUE, spec, "--seed", "below " + Long.MAX_VALUE);
    }

    private long first() {
        if (commit == null) {
            return from == null ? 1 : from;
        }
        String hash = CommitSeeds.hash(commit)
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        Settings.nameGiven(spec, "--commit")
                                + " must be a commit that git knows in this directory, or a"
                                + " whole hash (40 or 64 of 0-9, a-f), found " + commit + "."));
        long first = CommitSeeds.from(hash);
        PrintWriter out = spec.commandLine().getOut();
        out.println("commit " + hash + ": seeds from " + first + " on");
        out.flush();
        return first;
    }

    private static void show(Failure failure, PrintWriter out) {
        Failure shrunk = Shrinker.shrink(failure);
        out.println();
        out.println("seed " + failure.plan().seed() + " breaks " + failure.why().getMessage());
        out.println("again with: ./hotlane simulate --seed " + failure.plan().seed());
        out.println("shrunk to " + shrunk.plan().incidents().size() + " incidents and "
                + shrunk.plan().orders().size() + " orders, which break "
                + shrunk.why().getMessage());
        shrunk.plan().incidents().forEach(incident -> out.println("  " + incident));
        shrunk.plan().orders().forEach(order -> out.println("  " + order));
    }
}
