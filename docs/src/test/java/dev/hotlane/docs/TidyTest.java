package dev.hotlane.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The style rules that a machine can hold: sizes, left-overs, sleeps, switched-off tests, package signposts. */
class TidyTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final int FILE_LINES_MAX = 300;
    private static final int MEDIAN_LINES_MAX = 100;
    private static final int README_LINES_MAX = 12;

    @Test
    void noFileIsLongerThanOneThought() {
        assertThat(offenders(this::isJava, file -> lines(file).size() > FILE_LINES_MAX))
                .as("files over %d lines", FILE_LINES_MAX)
                .isEmpty();
    }

    @Test
    void theMedianFileFitsOnTwoScreens() {
        List<Integer> sizes =
                javaFiles().map(file -> lines(file).size()).sorted().toList();
        assertThat(sizes.get(sizes.size() / 2)).as("median lines of a file").isLessThanOrEqualTo(MEDIAN_LINES_MAX);
    }

    @Test
    void nothingIsLeftOver() {
        Pattern leftOver = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X|HA" + "CK)\\b");
        assertThat(offenders(this::isJava, leftOver)).isEmpty();
    }

    @Test
    void noTestIsSwitchedOff() {
        assertThat(offenders(this::isTest, Pattern.compile("@Dis" + "abled|@Ign" + "ore|assume" + "True\\(")))
                .isEmpty();
    }

    @Test
    void noTestSleeps() {
        assertThat(offenders(this::isTest, Pattern.compile("Thread\\.sle" + "ep\\(")))
                .isEmpty();
    }

    @Test
    void noFailureIsSwallowed() {
        Pattern swallowed = Pattern.compile("catch \\((Exception|Throwable) \\w+\\) *\\{ *\\}");
        assertThat(offenders(this::isJava, swallowed)).isEmpty();
    }

    @Test
    void everyPackageHasASignpost() {
        List<Path> missing = javaFiles()
                .filter(file -> file.toString().contains("/src/main/"))
                .map(Path::getParent)
                .distinct()
                .filter(folder -> !Files.exists(folder.resolve("package-info.java")))
                .toList();
        assertThat(missing).as("packages without a package-info.java").isEmpty();
    }

    @Test
    void everyTypeOfMainHasANameOfItsOwn() {
        Map<String, List<Path>> byName = javaFiles()
                .filter(file -> file.toString().contains("/src/main/"))
                .filter(file -> !file.endsWith("package-info.java"))
                .collect(Collectors.groupingBy(
                        file -> file.getFileName().toString(), TreeMap::new, Collectors.toList()));
        byName.values().removeIf(files -> files.size() == 1);
        assertThat(byName).as("names that two types have").isEmpty();
    }

    @Test
    void everyModuleHasAShortReadme() throws IOException {
        Matcher module =
                Pattern.compile("<module>([\\w/]+)</module>").matcher(Files.readString(ROOT.resolve("pom.xml")));
        List<String> wrong = module.results()
                .map(one -> one.group(1))
                .filter(one -> Files.exists(ROOT.resolve(one + "/src")))
                .filter(one -> !Files.exists(ROOT.resolve(one + "/README.md"))
                        || lines(ROOT.resolve(one + "/README.md")).size() > README_LINES_MAX)
                .toList();
        assertThat(wrong)
                .as("modules without a README.md of at most %d lines", README_LINES_MAX)
                .isEmpty();
    }

    private List<Path> offenders(Predicate<Path> among, Pattern pattern) {
        return offenders(
                among, file -> pattern.matcher(String.join("\n", lines(file))).find());
    }

    private List<Path> offenders(Predicate<Path> among, Predicate<Path> wrong) {
        List<Path> found = new ArrayList<>();
        javaFiles().filter(among).filter(wrong).forEach(file -> found.add(ROOT.relativize(file)));
        return found;
    }

    private boolean isJava(Path file) {
        return true;
    }

    private boolean isTest(Path file) {
        return file.toString().contains("/src/test/");
    }

    private static Stream<Path> javaFiles() {
        try (Stream<Path> tree = Files.walk(ROOT)) {
            return tree
                    .filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> file.toString().contains("/src/"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
