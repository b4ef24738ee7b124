package dev.hotlane.infra.cli;

import dev.hotlane.client.ClientSettings;
import dev.hotlane.client.LaneClient;
import dev.hotlane.infra.counters.CounterRemoval;
import dev.hotlane.infra.counters.CounterRemovalException;
import dev.hotlane.infra.counters.CountersFound;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** `hotlane counters remove`. */
@Command(
        name = "counters",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "remove",
        description = "Removes counters that are no longer needed, so that the lane has room for others.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:Removed; counters with held units and buckets stay.",
            "1:Some are left, no gateway gave a list, or not confirmed.",
            "2:The arguments are wrong.",
            "53:The file of --ca-file can't be used."
        })
final class CountersCommand {
    private static final int LEFT = 1;

    @Spec
    private CommandSpec spec;

    @Command(
            name = "remove",
            mixinStandardHelpOptions = true,
            description = {
                "Removes the counters under a prefix, with --yes, by commands through the lane.",
                "Without --yes it only counts them. Counters with held units stay and are named, and so do those that"
                        + " change meanwhile; buckets leave by themselves. After an interruption run it again.",
                "A principal needs the verbs read and stock on the prefix."
            })
    int remove(
            @Option(
                            names = "--to",
                            required = true,
                            split = ",",
                            paramLabel = "URLS",
                            description = "Addresses of gateways, such as https://10.0.0.5:8080, separated by commas.")
                    List<String> gateways,
            @Option(
                            names = "--prefix",
                            required = true,
                            paramLabel = "P",
                            description = "Start of the keys, such as limit:deal-17:.")
                    String prefix,
            @Option(
                            names = "--per-second",
                            paramLabel = "N",
                            defaultValue = "1000",
                            description = "Most removals in a second (default: ${DEFAULT-VALUE}).")
                    int perSecond,
            @Mixin CallerOptions caller,
            @Option(names = "--yes", description = "Do it. Without it, only print what would be done.")
                    boolean confirmed) {
        CommandSpec remove = spec.commandLine().getParseResult().subcommand().commandSpec();
        Usage.require(!prefix.isEmpty(), remove, "--prefix", "at least one character");
        Usage.require(perSecond >= 1 && perSecond <= 100_000, remove, "--per-second", "1..100000");
        PrintWriter out = spec.commandLine().getOut();
        ClientSettings settings = settings(remove, gateways, caller);
        try (LaneClient client = LaneClient.connect(settings)) {
            CountersFound all = new CounterRemoval(client, prefix, perSecond, out::println).run(confirmed);
            out.println(all.found() + " counters under " + prefix + ": " + all.held() + " with held units and "
                    + all.buckets() + " buckets stay, " + all.removable() + " can be removed");
            if (!confirmed) {
                out.println("nothing was removed; say --yes to do it");
                return LEFT;
            }
            out.println(all.removed() + " removed, " + all.changed() + " changed meanwhile and stay, "
                    + all.unanswered() + " without an outcome" + (all.complete() ? "" : ": run it again"));
            return all.complete() ? 0 : LEFT;
        } catch (CounterRemovalException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return LEFT;
        } finally {
            out.flush();
        }
    }

    private static ClientSettings settings(CommandSpec command, List<String> gateways, CallerOptions caller) {
        String key = caller.key(command);
        try {
            ClientSettings settings =
                    ClientSettings.of(gateways.toArray(String[]::new)).withTls(caller.tls());
            return key == null ? settings : settings.withKey(key);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }
}
