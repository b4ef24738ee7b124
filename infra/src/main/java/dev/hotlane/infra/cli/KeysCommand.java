package dev.hotlane.infra.cli;

import dev.hotlane.access.ApiKey;
import dev.hotlane.access.KeyText;
import dev.hotlane.access.Principals;
import dev.hotlane.access.file.Expiry;
import dev.hotlane.access.file.PrincipalsException;
import dev.hotlane.access.file.PrincipalsFindings;
import dev.hotlane.access.file.PrincipalsReader;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.json.JsonLine;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** `hotlane keys create` and `hotlane keys check`. A key is printed once, and kept nowhere. */
@Command(
        name = "keys",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "create|check",
        description = "Makes an API key, or looks through a principals file.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:The key is made; the file is right.",
            "1:The file has a fault, or something doubtful; each is printed.",
            "2:The arguments are wrong."
        })
final class KeysCommand {
    private static final int DOUBTFUL = 1;

    @Spec
    private CommandSpec spec;

    @Command(
            name = "create",
            mixinStandardHelpOptions = true,
            description = "Prints a new API key, once, and on the next line its entry for \"keys\" of a principal. The"
                    + " entry has the key's SHA-256 alone.")
    int create(
            @Option(
                            names = "--expires",
                            paramLabel = "WHEN",
                            description = "When it ends: " + Expiry.FORMS + " (default: never).")
                    String expires) {
        long expiresMs = Long.MAX_VALUE;
        if (expires != null) {
            try {
                expiresMs = Expiry.ms(expires);
                if (expiresMs <= System.currentTimeMillis()) {
                    throw new IllegalArgumentException(expires + " is past, so the key would never be valid");
                }
            } catch (IllegalArgumentException e) {
                throw new ParameterException(running().commandLine(), "--expires: " + e.getMessage() + ".", e);
            }
        }
        String key = KeyText.make();
        ApiKey entry = KeyText.entry(key, expiresMs);
        JsonLine line = new JsonLine()
                .begin()
                .put("id", entry.id())
                .put("sha256", HexFormat.of().formatHex(entry.sha256()));
        if (expires != null) {
            line.put("expires", expires);
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(key);
        out.println(line.end());
        out.flush();
        return 0;
    }

    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description = "Reports what is wrong in a principals file, prefixes that two tenants may write, rates that"
                    + " the window of RULES does not hold, and keys that expired or soon will.")
    int check(
            @Parameters(paramLabel = "FILE", description = "The principals file.") Path file,
            @Option(
                            names = "--window-size",
                            paramLabel = "N",
                            description = "windowSize of the lane's RULES (default: that of a new lane).")
                    Integer windowSize,
            @Option(
                            names = "--window-age-ms",
                            paramLabel = "MS",
                            description = "windowAgeMs of the lane's RULES (default: that of a new lane).")
                    Long windowAgeMs,
            @Option(
                            names = "--soon-days",
                            paramLabel = "DAYS",
                            defaultValue = "30",
                            description = "Report keys that expire within this time (default: ${DEFAULT-VALUE}).")
                    int soonDays) {
        Rules first = Rules.first(0);
        int size = windowSize == null ? first.windowSize() : windowSize;
        long ageMs = windowAgeMs == null ? first.windowAgeMs() : windowAgeMs;
        Usage.requireAtLeast(1, size, running(), "--window-size");
        Usage.requireAtLeast(1, ageMs, running(), "--window-age-ms");
        Usage.requireAtLeast(0, soonDays, running(), "--soon-days");
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        try {
            Principals principals = PrincipalsReader.read(file);
            List<String> found = PrincipalsFindings.of(
                    principals, System.currentTimeMillis(), Duration.ofDays(soonDays), size, ageMs);
            found.forEach(err::println);
            out.println(file + ": " + principals.all().size() + " principals, " + found.size() + " findings");
            return found.isEmpty() ? 0 : DOUBTFUL;
        } catch (PrincipalsException e) {
            err.println(e.getMessage());
            return DOUBTFUL;
        } finally {
            out.flush();
            err.flush();
        }
    }

    /** The subcommand that runs. */
    private CommandSpec running() {
        return spec.commandLine().getParseResult().subcommand().commandSpec();
    }
}
