package dev.hotlane.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.client.LaneOp;
import dev.hotlane.client.ProblemCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/api.md tells every path of the contract, every code and every op; the Java client has every code and op. */
class ApiTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern PATH = Pattern.compile("(?m)^  (/[^:]*):$");
    private static final Pattern CODE = Pattern.compile("(?m)^        - ([A-Z_]+)$");
    private static final Pattern OP = Pattern.compile("(?m)^          ([a-z]+): \"#/components/schemas/");

    private final String page = Files.readString(ROOT.resolve("docs/api.md"));
    private final String contract = Files.readString(ROOT.resolve("gateway/src/main/resources/openapi.yaml"));

    ApiTest() throws IOException {}

    @Test
    void tellsEveryPath() {
        assertThat(found(PATH))
                .hasSizeGreaterThan(15)
                .allSatisfy(path -> assertThat(page).contains(path));
    }

    @Test
    void tellsEveryCode() {
        assertThat(found(CODE))
                .hasSizeGreaterThan(25)
                .allSatisfy(code -> assertThat(page).contains("`" + code + "`"));
    }

    @Test
    void tellsEveryOp() {
        assertThat(found(OP)).hasSize(5).allSatisfy(op -> assertThat(page).contains("| `" + op + "` |"));
    }

    @Test
    void theClientHasEveryCodeAndOp() {
        assertThat(Stream.of(ProblemCode.values()).map(Enum::name)).containsExactlyElementsOf(found(CODE));
        assertThat(Stream.of(LaneOp.class.getPermittedSubclasses())
                        .map(op -> op.getSimpleName().replaceFirst("Op$", "").toLowerCase(Locale.ROOT)))
                .containsExactlyInAnyOrderElementsOf(found(OP));
    }

    private List<String> found(Pattern pattern) {
        List<String> found = new ArrayList<>();
        Matcher matcher = pattern.matcher(contract);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }
}
