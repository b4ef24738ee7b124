package dev.hotlane.infra.cli;

import dev.hotlane.protocol.HeapShare;
import dev.hotlane.protocol.Rules;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The heap that the caps of RULES must fit: a picocli mixin. */
final class HeapOption {
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,6})([mg])", Pattern.CASE_INSENSITIVE);

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "4g",
            description =
                    "Heap of each processor or node, as in -Xmx: stateBytesMax and windowBytesMax of the first RULES"
                            + " fit it (default: ${DEFAULT-VALUE}).")
    private String size;

    @Option(
            names = "--cards-bytes-max",
            paramLabel = "BYTES",
            defaultValue = "0",
            description = "Of that heap, bytes for product cards, as --cards-bytes-max of a node (default:"
                    + " ${DEFAULT-VALUE}).")
    private long cardBytes;

    /** The rules with caps that fit; throws a usage error if the heap is too small. */
    Rules fit(Rules rules, boolean view, CommandSpec command) {
        Usage.require(cardBytes >= 0, command, "--cards-bytes-max", "at least 0");
        Matcher parts = SIZE.matcher(size);
        Usage.require(parts.matches(), command, "--heap", "a size such as 4g or 3500m");
        int shift = parts.group(2).toLowerCase(Locale.ROOT).equals("g") ? 30 : 20;
        Rules fit = new HeapShare(view, cardBytes).fit(rules, Long.parseLong(parts.group(1)) << shift);
        Usage.require(fit != null, command, "--heap", "larger: the first RULES do not fit it");
        return fit;
    }
}
