package dev.hotlane.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Documents point at things that exist. */
class DocumentsTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:\\s]+)(#[^)]*)?\\)");

    @Test
    void everyRelativeLinkLeadsToAFile() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            Matcher link = LINK.matcher(Files.readString(page));
            while (link.find()) {
                if (!Files.exists(page.resolveSibling(link.group(1)))) {
                    broken.add(ROOT.relativize(page) + " -> " + link.group(1));
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void everyDecisionNamesTheRejectedOption() throws IOException {
        for (Path page : pages()) {
            if (page.getParent().endsWith("decisions")) {
                assertThat(Files.readString(page)).as(page.toString()).containsIgnoringCase("rejected");
            }
        }
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> tree = Files.walk(ROOT)) {
            return tree.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .filter(file -> !file.toString().contains("/.hotlane/"))
                    .toList();
        }
    }
}
