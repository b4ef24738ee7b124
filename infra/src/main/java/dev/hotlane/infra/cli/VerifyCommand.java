package dev.hotlane.infra.cli;

import dev.hotlane.infra.verify.Verification;
import dev.hotlane.infra.verify.Verifier;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** `hotlane verify`: is MySQL what the log says it is? */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = {
            "Compares MySQL with what the log says it must be.",
            "Replays the log into a fresh state up to MySQL's own offset and compares row by row.",
            "Reads only; may run while the lane does.",
            "Exit code 0: equal. 1: different, the first differences are shown. 2: can't be compared."
        })
final class VerifyCommand implements Callable<Integer> {
    private static final int EQUAL = 0;
    private static final int DIFFERENT = 1;

    @Spec
    private CommandSpec spec;

    @Mixin
    private LaneOptions lane;

    @Mixin
    private KafkaOptions kafka;

    @Mixin
    private MySqlOptions mysql;

    @Override
    public Integer call() {
        Verification verification = Verifier.run(
                kafka.bootstrapServers(), lane.lane(), Verifier.database(mysql.url(), mysql.user(), mysql.password()));
        PrintWriter out = spec.commandLine().getOut();
        out.println(verification.summary());
        verification.differences().forEach(difference -> out.println("  " + difference));
        out.flush();
        return verification.equal() ? EQUAL : DIFFERENT;
    }
}
