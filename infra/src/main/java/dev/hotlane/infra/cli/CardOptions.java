package dev.hotlane.infra.cli;

import dev.hotlane.gateway.settings.CardMode;
import dev.hotlane.gateway.settings.CardSettings;
import dev.hotlane.gateway.settings.CounterPattern;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of a gateway's product cards: a picocli mixin, see {@link CardSettings} for their meaning. */
public final class CardOptions {
    private static final String MODE = "--cards";
    private static final String COUNTER_KEY = "--cards-counter-key";
    private static final String BYTES_MAX = "--cards-bytes-max";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = MODE,
            paramLabel = "WHICH",
            description =
                    "Product cards in memory: all, hot for those that are read, or off (default: off; of dev: all).")
    private String mode;

    @Option(
            names = COUNTER_KEY,
            paramLabel = "PATTERN",
            description =
                    "Counter of a product whose document names none, such as 'stock:{id}' (default: it has none).")
    private String counterKey;

    @Option(
            names = BYTES_MAX,
            paramLabel = "BYTES",
            defaultValue = "" + CardSettings.USUAL_BYTES_MAX,
            description = "Heap for cards; if all exceed it, those that are read stay (default: ${DEFAULT-VALUE}).")
    private long bytesMax;

    private CardMode usual = CardMode.OFF;

    /** Sets the mode of an operator who names none. */
    void usually(CardMode other) {
        usual = other;
    }

    /** Lowers the heap for cards to that number of bytes, if it is more. */
    void atMost(long bytes) {
        bytesMax = Math.min(bytesMax, bytes);
    }

    /** Returns the settings, or throws a usage error. */
    CardSettings settings() {
        return Usage.settings(
                command,
                component -> Usage.option(command, "--", component),
                () -> new CardSettings(
                        mode == null ? usual : CardMode.of(mode),
                        counterKey == null ? null : new CounterPattern(counterKey),
                        bytesMax));
    }

    /** The same options as arguments for a gateway in another process. */
    List<String> arguments() {
        CardSettings settings = settings();
        List<String> arguments = new ArrayList<>(List.of(MODE + "=" + settings.mode(), BYTES_MAX + "=" + bytesMax));
        if (counterKey != null) {
            arguments.add(COUNTER_KEY + "=" + counterKey);
        }
        return arguments;
    }
}
