package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.process.Build;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class HotlaneTest {

    @TempDir
    Path directory;

    @Test
    void anUnknownCommandIsRefusedWithAWayOut() {
        StringWriter err = new StringWriter();
        CommandLine program = program().setErr(new PrintWriter(err));

        assertThat(program.execute("gatewya")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains("gatewya").contains("hotlane --help");
    }

    @Test
    void namesItsVersionAndCommit() {
        StringWriter out = new StringWriter();
        program().setOut(new PrintWriter(out)).execute("--version");
        assertThat(out.toString().strip()).isEqualTo("hotlane " + Build.THIS);
    }

    @Test
    void anUnknownToolIsRefusedWithTheListOfTools() {
        StringWriter err = new StringWriter();
        CommandLine program = program().setErr(new PrintWriter(err));

        assertThat(program.execute("kafka", "topic")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains("No tool is called topic").contains("console-consumer, ");
    }

    @Test
    void aGatewayThatCannotStartSaysWhyAndPrintsNoStackTrace() {
        StringWriter err = new StringWriter();
        CommandLine program = program().setErr(new PrintWriter(err)).setOut(new PrintWriter(new StringWriter()));
        String[] gateway = {"gateway", "--kafka-bootstrap-servers", "127.0.0.1:1", "--gateway-host", "[::"};

        assertThat(program.execute(gateway)).isEqualTo(CommandLine.ExitCode.SOFTWARE);
        assertThat(err.toString().strip()).isEqualTo("can't listen on [::: no such host");
    }

    private CommandLine program() {
        return Hotlane.commandLine(Settings.read(new String[0], Map.of(), directory, directory));
    }
}
