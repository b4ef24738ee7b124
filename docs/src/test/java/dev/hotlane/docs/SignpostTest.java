package dev.hotlane.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What each package-info.java says of imports and of threads is so. */
class SignpostTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern THREADS = Pattern.compile("Threads?: (.*?)(?=May import:|$)");
    private static final Pattern CODE = Pattern.compile("\\{@code ([a-z-]+?)(-N)?}");
    private static final Pattern FACTORY =
            Pattern.compile("(?:new Thread\\([^;]*?|setName\\(|new FileWatch\\()\"([a-z-]+?)-?\"");
    private static final Pattern LITERAL = Pattern.compile("\"([a-z-]+?)-?\"");
    private static final String OWN = "dev.hotlane.";

    /** What a signpost calls a library, by the packages of that library. The JDK and slf4j are open to all. */
    private static final Map<String, String> LIBRARIES = Map.ofEntries(
            Map.entry("com.fasterxml.jackson", "Jackson"),
            Map.entry("com.github.benmanes.caffeine", "Caffeine"),
            Map.entry("com.lmax.disruptor", "Disruptor"),
            Map.entry("com.mysql", "Connector/J"),
            Map.entry("com.nimbusds", "Nimbus"),
            Map.entry("com.zaxxer", "HikariCP"),
            Map.entry("io.lettuce", "Lettuce"),
            Map.entry("io.micrometer", "Micrometer"),
            Map.entry("io.nats", "jnats"),
            Map.entry("io.netty", "Vert.x"),
            Map.entry("io.vertx", "Vert.x"),
            Map.entry("net.bytebuddy", "Byte Buddy"),
            Map.entry("org.agrona", "Agrona"),
            Map.entry("org.apache.kafka", "Kafka"),
            Map.entry("org.flywaydb", "Flyway"),
            Map.entry("org.HdrHistogram", "HdrHistogram"),
            Map.entry("org.openjdk.jmh", "JMH"),
            Map.entry("picocli", "picocli"));

    private final Map<String, String> signposts = signposts();

    @Test
    void everyPackageImportsWhatItsSignpostAllows() {
        List<String> wrong = new ArrayList<>();
        for (Map.Entry<String, TreeSet<String>> one : dependencies().entrySet()) {
            String allowed = signposts.get(one.getKey()).replaceFirst("(.*May import:|.*)", "");
            for (String target : one.getValue()) {
                if (!allows(allowed, one.getKey(), target)) {
                    wrong.add(one.getKey() + " may not import " + target + " by its package-info.java");
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void everyThreadOfASignpostIsOneThatAFactoryNames() throws IOException {
        TreeSet<String> given = new TreeSet<>();
        for (Path file : mainFiles()) {
            String text = Files.readString(file);
            if (text.contains("new Thread(") || text.contains(".setName(") || text.contains("new FileWatch(")) {
                LITERAL.matcher(text).results().forEach(name -> given.add(name.group(1)));
            }
        }
        signposts.forEach((name, text) -> assertThat(given).as(name).containsAll(threads(text)));
    }

    @Test
    void everyThreadThatAFactoryNamesStandsOnItsSignpost() throws IOException {
        for (Path file : mainFiles()) {
            List<String> given = FACTORY.matcher(Files.readString(file))
                    .results()
                    .map(name -> name.group(1))
                    .toList();
            assertThat(threads(signposts.get(packageOf(file))))
                    .as(file.toString())
                    .containsAll(given);
        }
    }

    /** By package: the packages of this project and the names of the libraries that its classes use. */
    private static Map<String, TreeSet<String>> dependencies() {
        Map<String, TreeSet<String>> found = new TreeMap<>();
        for (JavaClass one : new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.hotlane")) {
            TreeSet<String> targets = found.computeIfAbsent(one.getPackageName(), name -> new TreeSet<>());
            one.getDirectDependenciesFromSelf().forEach(dependency -> {
                String target = dependency.getTargetClass().getPackageName();
                if (target.startsWith(OWN)) {
                    targets.add(target);
                }
                LIBRARIES.forEach((prefix, library) -> {
                    if ((target + ".").startsWith(prefix + ".")) {
                        targets.add(library);
                    }
                });
            });
            targets.remove(one.getPackageName());
        }
        // Generated by JMH, of the SBE schema: not of our hand.
        found.keySet().removeIf(name -> name.endsWith("jmh_generated") || name.endsWith(".sbe"));
        return found;
    }

    private static boolean allows(String allowed, String from, String target) {
        if (!target.startsWith(OWN)) {
            return Pattern.compile("\\b" + Pattern.quote(target), Pattern.CASE_INSENSITIVE)
                    .matcher(allowed)
                    .find();
        }
        String prefix = target.substring(OWN.length());
        String module = prefix.replaceFirst("\\..*", "");
        boolean named = allowed.contains("every module") && !allowed.matches(".* but [a-z ]*\\b" + module + "\\b.*")
                || allowed.contains("all of the " + module)
                || (target + ".").startsWith(from + ".")
                || names(allowed, prefix);
        while (!named && prefix.contains(".")) {
            prefix = prefix.substring(0, prefix.lastIndexOf('.'));
            named = names(allowed, prefix);
        }
        return named;
    }

    // As a name of its own: "log" is not in "processor.log".
    private static boolean names(String allowed, String name) {
        return Pattern.compile("(?<![\\w.])" + Pattern.quote(name) + "(?![\\w]|\\.[a-z])")
                .matcher(allowed)
                .find();
    }

    private static List<String> threads(String signpost) {
        Matcher line = THREADS.matcher(signpost);
        return line.find()
                ? CODE.matcher(line.group(1))
                        .results()
                        .map(name -> name.group(1))
                        .toList()
                : List.of();
    }

    private static Map<String, String> signposts() {
        Map<String, String> found = new TreeMap<>();
        try {
            for (Path file : mainFiles()) {
                if (file.endsWith("package-info.java")) {
                    String text =
                            Files.readString(file).replaceAll("(?s)\\*/.*", "").replaceAll("\\s*\\n \\* ?", " ");
                    found.put(packageOf(file), text.strip());
                }
            }
            return found;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String packageOf(Path file) {
        String path = file.getParent().toString().replace(java.io.File.separatorChar, '.');
        return path.substring(path.indexOf(".dev.hotlane") + 1);
    }

    private static List<Path> mainFiles() throws IOException {
        try (Stream<Path> tree = Files.walk(ROOT)) {
            return tree.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> file.toString().contains("/src/main/java/"))
                    .toList();
        }
    }
}
