package dev.hotlane.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in the image, of a base and an installation of a few bytes. No Docker is asked. */
class ImageTarTest {
    private static final List<String> FLAGS = List.of("-XX:+ExitOnOutOfMemoryError");

    @TempDir
    private Path directory;

    private void write(String name, String mode, long time) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, name.replaceFirst(".*?/", ""));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        Files.setLastModifiedTime(file, FileTime.fromMillis(time));
    }

    /** A tar of these inputs, written at some time under some umask. */
    private Path made(String name, String mode, long time) throws Exception {
        List<String> files = new ArrayList<>(List.of(
                "lib/zstd-1.jar",
                "lib/hotlane-infra-1.jar",
                "LICENSE",
                "hotlane-1.cdx.json",
                "bin/hotlane",
                "conf/a.txt"));
        if (time > 0) {
            Collections.reverse(files);
        }
        for (String file : files) {
            write(name + "/" + file, mode, time);
        }
        write(name + "-base/opt/java/bin/java", "rwxr-xr-x", time);
        write(name + "-base/etc/passwd", mode, time);
        Path tar = directory.resolve(name + ".tar");
        new ImageTar(directory.resolve(name + "-base"), directory.resolve(name), FLAGS)
                .writeTo(tar, directory.resolve(name + "-layers"));
        return tar;
    }

    private static Map<String, byte[]> contents(Path tar) throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (TarArchiveInputStream in = new TarArchiveInputStream(Files.newInputStream(tar))) {
            for (TarArchiveEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                files.put(entry.getName(), in.readAllBytes());
            }
        }
        return files;
    }

    /** Name, mode and account of each entry of a layer. */
    private static Map<String, String> entries(byte[] layer) throws IOException {
        Map<String, String> entries = new TreeMap<>();
        try (InputStream open = new GZIPInputStream(new ByteArrayInputStream(layer));
                TarArchiveInputStream in = new TarArchiveInputStream(open)) {
            for (TarArchiveEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                entries.put(
                        entry.getName(),
                        Integer.toOctalString(entry.getMode() & 0777) + " " + entry.getLongUserId() + ":"
                                + entry.getLongGroupId());
            }
        }
        return entries;
    }

    @Test
    void theSameInputGivesTheSameBytesWheneverItIsMade() throws Exception {
        Path first = made("first", "rw-r--r--", 0);
        Path second = made("second", "rw-------", 1_700_000_000_000L);
        assertThat(second).hasSameBinaryContentAs(first);
    }

    @Test
    void theBaseTheJarsOfOthersAndOursAreLayersOfTheirOwn() throws Exception {
        Map<String, byte[]> files = contents(made("image", "rw-------", 0));
        JsonNode layers =
                new ObjectMapper().readTree(files.get("manifest.json")).get(0).get("Layers");
        assertThat(layers).hasSize(3);
        assertThat(entries(files.get(layers.get(0).asText())))
                .containsEntry("opt/java/bin/java", "755 0:0")
                .containsEntry("etc/passwd", "644 0:0");
        assertThat(entries(files.get(layers.get(1).asText())))
                .containsEntry("opt/hotlane/lib/zstd-1.jar", "644 0:0")
                .doesNotContainKey("opt/hotlane/lib/hotlane-infra-1.jar");
        assertThat(entries(files.get(layers.get(2).asText())))
                .containsEntry("opt/hotlane/lib/hotlane-infra-1.jar", "644 0:0")
                .containsEntry("data/", "750 10001:10001")
                .containsKeys("opt/hotlane/LICENSE", "opt/hotlane/hotlane-1.cdx.json")
                .noneSatisfy((name, mode) -> assertThat(name).containsAnyOf("zstd", "bin/", "conf/"));
    }

    @Test
    void itStartsTheProgramWithoutAShellAsAnAccountWithoutRights() throws Exception {
        Map<String, byte[]> files = contents(made("image", "rw-r--r--", 0));
        JsonNode manifest =
                new ObjectMapper().readTree(files.get("manifest.json")).get(0);
        assertThat(manifest.get("RepoTags").get(0).asText()).isEqualTo(ImageTar.name());
        JsonNode config = new ObjectMapper()
                .readTree(files.get(manifest.get("Config").asText()))
                .get("config");
        assertThat(config.get("User").asText()).isEqualTo("10001:10001");
        assertThat(config.get("Volumes")).hasToString("{\"/data\":{}}");
        assertThat(config.get("WorkingDir").asText()).isEqualTo("/data");
        assertThat(config.get("Entrypoint"))
                .hasToString(
                        "[\"/opt/java/bin/java\",\"-XX:+ExitOnOutOfMemoryError\",\"-Djava.io.tmpdir=/data\",\"-cp\","
                                + "\"/opt/hotlane/lib/*:/opt/hotlane/lib.d/*\",\"dev.hotlane.infra.cli.Hotlane\"]");
    }
}
