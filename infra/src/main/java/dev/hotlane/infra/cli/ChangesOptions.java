package dev.hotlane.infra.cli;

import dev.hotlane.gateway.settings.ChangesSettings;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of a gateway's streams of changes: a picocli mixin, see {@link ChangesSettings} for their meaning. */
public final class ChangesOptions {
    private static final String RING_BYTES = "--changes-ring-bytes";
    private static final String CATCH_UPS_MAX = "--changes-catch-ups-max";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = RING_BYTES,
            paramLabel = "BYTES",
            defaultValue = "67108864",
            description =
                    "Heap for the newest changes of the feed, from the first client on (default: ${DEFAULT-VALUE}).")
    private long ringBytes;

    @Option(
            names = CATCH_UPS_MAX,
            paramLabel = "COUNT",
            defaultValue = "16",
            description = "Readers of Kafka for streams of changes that are behind that heap; a stream without one is"
                    + " answered 503 (default: ${DEFAULT-VALUE}).")
    private int catchUpsMax;

    /** Returns the settings, or throws a usage error. */
    ChangesSettings settings() {
        return Usage.settings(
                command,
                component -> switch (component) {
                    case "changesRingBytes" -> RING_BYTES;
                    case "changesCatchUpsMax" -> CATCH_UPS_MAX;
                    default -> Usage.option(command, "--", component);
                },
                () -> new ChangesSettings(ringBytes, catchUpsMax));
    }

    /** The same options as arguments for a gateway in another process. */
    List<String> arguments() {
        return List.of(RING_BYTES + "=" + ringBytes, CATCH_UPS_MAX + "=" + catchUpsMax);
    }
}
