package dev.hotlane.infra.cli;

import picocli.CommandLine.Option;

/** How a role writes its log lines: a picocli mixin. */
final class LogOptions {
    /** The forms of a log line. */
    enum Format {
        TEXT,
        JSON
    }

    @Option(
            names = "--log-format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "Log lines on stderr: text, or json with lane, role and incarnation in each line (default:"
                    + " ${DEFAULT-VALUE}).")
    private Format format;

    private JsonLogEncoder encoder;

    /** Takes effect; call it before the first log line. */
    void begin(String lane, String role) {
        if (format == Format.JSON) {
            encoder = JsonLogEncoder.install(lane, role);
        }
    }

    /** Names the random number of this start in all further lines. */
    void incarnation(String drawn) {
        if (encoder != null) {
            encoder.incarnation(drawn);
        }
    }
}
