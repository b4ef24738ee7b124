package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** Command lines that the program must refuse before it does anything, each in one line. */
public final class UsageRefusals {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Path directory;
    private final Path stackDirectory;

    /** Of a program that runs in that directory, and whose dev stack, if any, is in the other. */
    public UsageRefusals(Path directory, Path stackDirectory) {
        this.directory = directory;
        this.stackDirectory = stackDirectory;
    }

    /** Fails unless the program refuses that line with the message, points at its help, and prints nothing else. */
    public void assertRefused(Map<String, String> environment, String line, String message) {
        err.getBuffer().setLength(0);
        List<String> words = new ArrayList<>(List.of(line.trim().split(" +")));
        String[] args = words.toArray(String[]::new);
        int code = Hotlane.commandLine(Settings.read(args, environment, directory, stackDirectory))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
        assertThat(code).as(err.toString()).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString().lines()).hasSize(2).first().asString().contains(message);
        assertThat(err.toString()).contains("--help`").doesNotContain("Exception");
        assertThat(out.toString()).as("nothing was begun").isEmpty();
    }

    /** What the last line printed to its error output. */
    public String messages() {
        return err.toString();
    }
}
