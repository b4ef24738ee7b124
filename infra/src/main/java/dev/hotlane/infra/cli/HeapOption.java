package dev.hotlane.infra.cli;

import dev.hotlane.gateway.settings.CardSettings;
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
            description = "Of that heap, bytes for product cards, as --cards-bytes-max of a node. 0 if no process with"
                    + " that heap has cards (default: " + CardSettings.USUAL_BYTES_MAX + " with --cards, else 0).")
    private Long cardBytes;

    /** The rules with caps that fit beside a view and cards; throws a usage error if the heap is too small. */
    Rules fit(Rules rules, boolean view, boolean cards, CommandSpec command) {
        Usage.require(cardBytes == null || cardBytes >= 0, command, "--cards-bytes-max", "at least 0");
        Matcher parts = SIZE.matcher(size);
        Usage.require(parts.matches(), command, "--heap", "a size such as 4g or 3500m");
        int shift = parts.group(2).toLowerCase(Locale.ROOT).equals("g") ? 30 : 20;
        long others = cardBytes != null ? cardBytes : cards ? CardSettings.USUAL_BYTES_MAX : 0;
        Rules fit = new HeapShare(view, others).fit(rules, Long.parseLong(parts.group(1)) << shift);
        String beside = others == 0 ? "" : " beside " + others + " bytes of cards (--cards-bytes-max)";
        Usage.require(fit != null, command, "--heap", "larger: the first RULES do not fit it" + beside);
        return fit;
    }
}
