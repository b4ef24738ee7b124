package dev.hotlane.infra.cli;

import dev.hotlane.infra.stack.HotlaneHome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** `hotlane kafka TOOL ...`: a stock Kafka tool, unchanged, that can read Hotlane's records. */
@Command(
        name = "kafka",
        mixinStandardHelpOptions = true,
        description = {
            "Runs a stock Kafka tool; the brokers, if the tool wants some and none are given, are ours.",
            "So is the file of --kafka-config, as the tool's own --command-config."
        },
        synopsisHeading = "Usage: ",
        customSynopsis = "hotlane kafka [--stack-directory=DIR] [--kafka-bootstrap-servers=HOST:PORT]"
                + " [--kafka-config=FILE] TOOL [arguments]",
        footer = {
            "",
            "For example:",
            "  ./hotlane kafka topics --list",
            "  ./hotlane kafka topics --help",
            "",
            "console-consumer shows the records of a topic LANE.commands or LANE.replies as JSON, unless --formatter is given."
        })
final class KafkaCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private KafkaOptions kafka;

    @Parameters(arity = "0..*", paramLabel = "TOOL", description = "The tool and its arguments; without: a list.")
    private List<String> words = List.of();

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (words.isEmpty()) {
            spec.commandLine().getOut().println("The stock tools: " + names());
            return 0;
        }
        KafkaTool tool = KafkaTool.named(words.get(0))
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(), "No tool is called " + words.get(0) + ". There are: " + names()));
        HotlaneHome home = HotlaneHome.find(System.getenv());
        List<String> args = words.subList(1, words.size());
        if (!args.contains("--help") && !args.contains("--version")) {
            args = connected(tool, args);
        }
        if (tool == KafkaTool.CONSOLE_CONSUMER) {
            args = LaneFormatter.putInto(args, spec.commandLine());
        }
        Process process = new ProcessBuilder(KafkaToolJvm.command(home, tool, args))
                .inheritIO()
                .start();
        // Ctrl-C reaches the tool from the terminal; a signal to this process alone would leave the tool running.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy, "stop"));
        return process.waitFor();
    }

    private List<String> connected(KafkaTool tool, List<String> args) {
        List<String> all = args;
        if (tool.lacksBrokers(all)) {
            all = tool.withBrokers(all, kafka.connection().bootstrapServers());
        }
        Optional<Path> file = kafka.file();
        return file.isPresent() && tool.lacksConfig(args) ? tool.withConfig(all, file.get()) : all;
    }

    private static String names() {
        return Arrays.stream(KafkaTool.values()).map(KafkaTool::scriptName).collect(Collectors.joining(", "));
    }
}
