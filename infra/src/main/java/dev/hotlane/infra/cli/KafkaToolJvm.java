package dev.hotlane.infra.cli;

import dev.hotlane.infra.stack.HotlaneHome;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.protocol.Frame;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import org.agrona.DirectBuffer;

/** The command line of a child JVM that runs a stock tool with Hotlane's formatters on its class path. */
final class KafkaToolJvm {

    private KafkaToolJvm() {}

    static List<String> command(HotlaneHome home, KafkaTool tool, List<String> args) {
        return Jvm.of(tool.mainClass())
                .words(args)
                .flags("-Xmx512m", "-XX:+UseSerialGC")
                .flags("-Dlog4j2.configurationFile=" + home.kafkaLogSettings("tools"))
                .classPath(String.join(
                        File.pathSeparator,
                        home.kafkaJars() + "/*",
                        place(Frame.class),
                        place(DirectBuffer.class),
                        home.operatorJars() + "/*"))
                .command();
    }

    private static String place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("The place of " + type + " is not a file.", e);
        }
    }
}
