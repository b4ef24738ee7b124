package dev.hotlane.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** SECURITY.md names a test for each row of OWASP's list; that each of them is there is checked by DocumentsTest. */
class SecurityTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern ROW = Pattern.compile("\\| \\d+ .*");
    private static final int ROWS = 10;

    @Test
    void eachRowHasTests() throws IOException {
        List<String> rows = Files.readString(ROOT.resolve("SECURITY.md"))
                .lines()
                .filter(line -> ROW.matcher(line).matches())
                .toList();
        assertThat(rows.stream().map(row -> Integer.parseInt(row.split(" ")[1])))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, ROWS).boxed().toList());
        assertThat(rows).allSatisfy(row -> assertThat(row).containsPattern("`[A-Z]\\w+Test`"));
    }
}
