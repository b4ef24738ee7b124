package dev.hotlane.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Documents point at things that exist. */
class DocumentsTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:\\s]+)(#[^)]*)?\\)");

    private static final Pattern ANCHOR = Pattern.compile("\\]\\(([^)#:\\s]*)#([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.+)$");

    /** A type behind the end of its package, such as `processor.state.State`, or a test. */
    private static final Pattern TYPE = Pattern.compile(
            "`((?:dev\\.hotlane\\.)?(?:(?:protocol|client|access|gateway|console|flusher|processor|infra|jmh|proof)\\.[a-z.]*[A-Z]\\w*|[A-Z]\\w*Test))`");

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
    void everyAnchorLeadsToAHeading() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            Matcher link = ANCHOR.matcher(Files.readString(page));
            while (link.find()) {
                Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
                if (target.toString().endsWith(".md") && !anchors(target).contains(link.group(2))) {
                    broken.add(ROOT.relativize(page) + " -> " + link.group(1) + "#" + link.group(2));
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    /** As GitHub makes them of headings: the second of the same name gets -1. */
    private static Set<String> anchors(Path page) throws IOException {
        Set<String> anchors = new HashSet<>();
        Matcher heading = HEADING.matcher(Files.readString(page).replaceAll("(?ms)^\\s*```.*?^\\s*```", ""));
        while (heading.find()) {
            String name = heading.group(1)
                    .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-');
            String anchor = name;
            for (int same = 1; !anchors.add(anchor); same++) {
                anchor = name + "-" + same;
            }
        }
        return anchors;
    }

    @Test
    void everyDecisionNamesTheRejectedOption() throws IOException {
        for (Path page : pages()) {
            if (page.getParent().endsWith("decisions")) {
                assertThat(Files.readString(page)).as(page.toString()).containsIgnoringCase("rejected");
            }
        }
    }

    @Test
    void everyTypeThatAPageNamesIsThere() throws IOException {
        String types = types();
        List<String> gone = new ArrayList<>();
        for (Path page : pages()) {
            Matcher type = TYPE.matcher(Files.readString(page));
            while (type.find()) {
                String name =
                        type.group(1).replaceFirst("^dev\\.hotlane\\.", "").replace('.', '/');
                if (!types.contains("/" + name + ".java\n")) {
                    gone.add(ROOT.relativize(page) + " -> " + type.group(1));
                }
            }
        }
        assertThat(gone).isEmpty();
    }

    private static String types() throws IOException {
        try (Stream<Path> tree = Files.walk(ROOT)) {
            return tree.filter(file -> file.toString().endsWith(".java"))
                    .map(file -> file + "\n")
                    .collect(Collectors.joining());
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
