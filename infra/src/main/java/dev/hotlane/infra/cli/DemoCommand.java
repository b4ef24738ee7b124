package dev.hotlane.infra.cli;

import dev.hotlane.infra.demo.Demo;
import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.DevStackSettings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** `hotlane demo`: a hot deal on a stack of its own, with a kill -9 in the middle. */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = {
            "Sells 100 units to 20,000 buyers and kills the leading node halfway.",
            "It starts a broker, a database and two nodes of its own; the buyers reserve, pay or abandon; the",
            "standby takes over; in the end it proves that every unit was sold once.",
            "Exit code 0 only if all of it holds."
        })
final class DemoCommand implements Callable<Integer> {
    /** With fewer buyers the 100 units would not all be sold, as some buyers walk away and some give back. */
    private static final int BUYERS_MIN = 1_000;

    @Option(
            names = "--buyers",
            paramLabel = "N",
            defaultValue = "20000",
            description = "How many want one, at least 1000 (default: ${DEFAULT-VALUE}).")
    private int buyers;

    @Option(names = "--seed", paramLabel = "N", description = "Repeats the keys and retry waits of an earlier run.")
    private Long seed;

    @Spec
    private CommandSpec spec;

    @Override
    @SuppressWarnings("SystemConsoleNull") // Wrong on JDK 22 to 24 only, where progress is drawn into a file.
    public Integer call() throws InterruptedException {
        Usage.requireAtLeast(BUYERS_MIN, buyers, spec, "--buyers");
        System.out.println("  starting Kafka and MySQL ...");
        try (DevStack stack = DevStack.start(DevStackSettings.temporary())) {
            System.out.println("  starting two nodes ...");
            long drawn = seed == null ? System.nanoTime() : seed;
            Demo demo = new Demo(stack, buyers, drawn, System.out, System.console() != null);
            return demo.run() ? 0 : 1;
        }
    }
}
