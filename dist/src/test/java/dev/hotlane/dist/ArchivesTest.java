package dev.hotlane.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotlane.dist.Archives.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in the archives, and that nothing in them depends on who packed them and when. */
class ArchivesTest {
    private static final Pattern TIME =
            Pattern.compile("<project\\.build\\.outputTimestamp>(.*)</project\\.build\\.outputTimestamp>");

    @TempDir
    private Path directory;

    private static Instant time() throws IOException {
        Matcher time = TIME.matcher(Files.readString(Path.of("../pom.xml")));
        assertThat(time.find()).isTrue();
        return Instant.parse(time.group(1));
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> each = Files.list(directory)) {
            return each.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static JsonNode bill(Path root) throws IOException {
        try (Stream<Path> each = Files.list(root)) {
            Path bill = each.filter(file -> file.toString().endsWith(".cdx.json"))
                    .findFirst()
                    .orElseThrow();
            return new ObjectMapper().readTree(bill.toFile());
        }
    }

    @Test
    void theZipHasWhatAnInstallationNeeds() throws IOException {
        Path root = Archives.unpackZip(directory);
        assertThat(names(root))
                .contains("LICENSE", "NOTICE", "THIRD-PARTY.txt", "bin", "conf", "deploy", "lib", "lib.d");
        assertThat(names(root.resolve("bin"))).containsExactly("hotlane", "java.bash");
        assertThat(names(root.resolve("conf"))).containsExactly("hotlane.env", "hotlane.properties", "node.properties");
        assertThat(names(root.resolve("deploy/systemd"))).hasSize(11);
        assertThat(names(root.resolve("deploy/prometheus")))
                .containsExactlyInAnyOrder("hotlane.rules.yml", "prometheus.yml");
        assertThat(names(root.resolve("deploy/grafana"))).hasSize(3);
        assertThat(root.resolve("deploy/compose.yaml")).isRegularFile();
        assertThat(names(root.resolve("deploy/compose")))
                .containsExactly("dashboards.yml", "datasource.yml", "drill.sql", "prometheus.yml");
        assertThat(names(root.resolve("deploy/helm/hotlane")))
                .containsExactly("Chart.yaml", "rules", "templates", "values.schema.json", "values.yaml");
        assertThat(names(root.resolve("deploy/strimzi"))).containsExactly("kafka.yaml", "topics.yaml", "users.yaml");
        assertThat(names(root.resolve("lib"))).hasSizeGreaterThan(50).allMatch(name -> name.endsWith(".jar"));
        assertThat(root.resolve("bin/hotlane")).isExecutable();
    }

    @Test
    void everyEntryHasTheTimeOfTheBuildsDescriptionAndAModeOfItsOwn() throws IOException {
        List<Entry> entries = Archives.tar();
        assertThat(entries).hasSizeGreaterThan(70).allSatisfy(entry -> {
            assertThat(entry.time()).as(entry.name()).isEqualTo(time().getEpochSecond());
            assertThat(List.of(entry.owner(), entry.group())).as(entry.name()).containsOnly(0L);
            boolean runs = entry.name().endsWith("/") || entry.name().endsWith("/bin/hotlane");
            assertThat(entry.mode() & 0777).as(entry.name()).isEqualTo(runs ? 0755 : 0644);
        });
        try (ZipFile zip = new ZipFile(Archives.packed("zip").toFile())) {
            // The two write directories in different ways.
            assertThat(zip.stream().map(ZipEntry::getName).filter(name -> !name.endsWith("/")))
                    .containsExactlyInAnyOrderElementsOf(entries.stream()
                            .map(Entry::name)
                            .filter(name -> !name.endsWith("/"))
                            .toList());
            assertThat(zip.stream())
                    .allSatisfy(entry -> assertThat(entry.getTimeLocal().toLocalDate())
                            .as(entry.getName())
                            .isEqualTo(time().atZone(ZoneOffset.UTC).toLocalDate()));
        }
    }

    @Test
    void theBillOfMaterialsHasExactlyWhatIsInLibAndNothingDrawn() throws IOException {
        Path root = Archives.unpackZip(directory);
        JsonNode bill = bill(root);
        TreeSet<String> listed = new TreeSet<>();
        for (JsonNode one : bill.path("components")) {
            String classifier = one.path("purl").asText().replaceFirst("[^?]*\\??", "");
            Matcher kind = Pattern.compile("classifier=([^&]*)").matcher(classifier);
            listed.add(one.path("name").asText() + "-" + one.path("version").asText()
                    + (kind.find() ? "-" + kind.group(1) : "") + ".jar");
        }
        assertThat(listed).containsExactlyElementsOf(names(root.resolve("lib")));
        assertThat(bill.has("serialNumber")).isFalse();
        assertThat(Instant.parse(bill.path("metadata").path("timestamp").asText(time().toString())))
                .isEqualTo(time());
    }

    /** Vert.x's pom adds a second Jackson on a JDK of 21 or newer: an archive would depend on the JDK that built it. */
    @Test
    void eachLibraryIsThereInOneVersion() throws IOException {
        Path root = Archives.unpackZip(directory);
        assertThat(names(root.resolve("lib")).stream()
                        .map(jar -> jar.replaceFirst("-\\d[^-]*?(?=(-[a-z]|\\.jar))", "")))
                .contains("jackson-core.jar")
                .doesNotHaveDuplicates();
    }

    @Test
    void theLicenceOfEachLibraryOfOthersIsNamed() throws IOException {
        Path root = Archives.unpackZip(directory);
        String list = Files.readString(root.resolve("THIRD-PARTY.txt"));
        assertThat(names(root.resolve("lib")).stream().filter(name -> !name.startsWith("hotlane-")))
                .allSatisfy(jar -> assertThat(list.lines())
                        .anyMatch(line -> line.matches(
                                ".*:" + jar.replaceFirst("-\\d.*", "").replace(".", "\\.") + " .+: .+")));
        assertThat(list).doesNotContain("hotlane", LicenceList.NONE);
    }
}
