package dev.hotlane.jmh.cli;

import dev.hotlane.jmh.lane.http.LaneJvms;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Option;

/** How the processes of a measured lane are started: a picocli mixin. */
final class LaneJvmOptions {
    @Option(
            names = "--processor-jvm-options",
            paramLabel = "FLAGS",
            defaultValue = "",
            description = "Further flags of the processor's or node's JVM.")
    private String processor;

    @Option(
            names = "--gateway-jvm-options",
            paramLabel = "FLAGS",
            defaultValue = "-Xms512m -Xmn384m",
            description = "Further flags of the gateway's or node's JVM (default: ${DEFAULT-VALUE}).")
    private String gateway;

    @Option(
            names = "--gateway-options",
            paramLabel = "OPTIONS",
            defaultValue = "",
            description = "Further options of the gateway, see `hotlane gateway --help`.")
    private String gatewayOptions;

    @Option(
            names = "--broker-jvm-options",
            paramLabel = "FLAGS",
            defaultValue = "",
            description = "Further flags of the broker's JVM.")
    private String broker;

    LaneJvms jvms() {
        return new LaneJvms(words(processor), words(gateway), words(gatewayOptions), words(broker));
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.trim().split("\\s+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }
}
