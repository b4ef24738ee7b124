package dev.hotlane.console.care;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Words of a command line, read back by a shell. */
public class ShellWordTest {
    /** A real shell makes of each the text that it was made of, and runs nothing. */
    @Test
    void aShellReadsTheTextBack() throws Exception {
        for (String text : List.of(
                "--lane=it's",
                "a'; touch owned; '",
                "$(id)",
                "`id`",
                "$HOME ~ * ?",
                "a\nb",
                "\"",
                "\\",
                "",
                "# no comment",
                "jdbc:mysql://h:3306/d?a=1&b=2",
                "\u05d0 \u202e")) {
            Process shell = new ProcessBuilder("bash", "-c", "printf %s " + ShellWord.of(text))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(text);
            assertThat(shell.waitFor()).isZero();
        }
    }

    @Test
    void aPlainWordStaysReadable() {
        assertThat(ShellWord.of("--kafka-bootstrap-servers=a:9092,b:9092"))
                .isEqualTo("--kafka-bootstrap-servers=a:9092,b:9092");
    }
}
