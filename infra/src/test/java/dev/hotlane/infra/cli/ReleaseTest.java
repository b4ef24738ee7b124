package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * `.ci/release` on a commit of its own, whose Maven makes each file in an instant; where DIFFERS is set, its zips name the
 * directory they were built in.
 */
class ReleaseTest {
    private static final String MAVEN = """
            #!/usr/bin/env bash
            version=$(sed -n 's,.*<version>\\(.*\\)</version>.*,\\1,p' pom.xml)
            make() {
              mkdir -p "$(dirname "$1")" && echo "$1" > "$1"
            }
            for library in protocol client; do
              name=$library/target/hotlane-$library-$version
              make "$name.jar"; make "$name-sources.jar"; make "$name-javadoc.jar"; make "$library/target/bom.json"
              echo '<name>Library</name><url>here</url>' > $library/.flattened-pom.xml
            done
            make dist/target/bom.json; make "dist/target/hotlane-$version.zip"; make "dist/target/hotlane-$version.tar.gz"
            [[ ! -e DIFFERS ]] || echo "$PWD" >> "dist/target/hotlane-$version.zip"
            """;

    /** Takes a compose file with services. */
    private static final String DOCKER = """
            #!/bin/sh
            [ "$2" = version ] || grep services "$3" || { echo no services; exit 1; }
            """;

    @TempDir
    private Path root;

    private Path clone;

    @BeforeEach
    void commit() throws Exception {
        clone = root.resolve("clone");
        write(".ci/release", Files.readString(Path.of("../.ci/release")));
        write("hotlane", "#!/bin/sh\necho '25 /jdks/25'\n");
        write("mvnw", MAVEN);
        write("bin/docker", DOCKER);
        write("dist/src/main/compose.yaml", "services: {}\n");
        write("pom.xml", "<project>\n  <version>1.2.0-SNAPSHOT</version>\n</project>\n");
        write("CHANGELOG.md", "# Changelog\n\n## 1.2.0 (unreleased)\n\n- It sells.\n\n## 1.1.0\n\n- It sold.\n");
        write("gateway/src/main/resources/openapi.yaml", "info:\n  version: \"1.4\"\n");
        write("protocol/src/main/resources/hotlane-schema.xml", "version=\"3\"\n");
        write(".gitignore", "target/\n");
        git("init", "-q");
        commitAll();
    }

    private void write(String name, String text) throws IOException {
        Path file = clone.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private void commitAll() throws Exception {
        git("add", "-A");
        git("-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "-qm", "All");
    }

    private void git(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        assertThat(new ProcessBuilder(command)
                        .directory(clone.toFile())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
    }

    private List<String> release(int exitCode, String... words) throws Exception {
        List<String> command =
                new ArrayList<>(List.of(clone.resolve(".ci/release").toString()));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("TMPDIR", root.toString());
        builder.environment().remove("GPG_KEY");
        builder.environment().merge("PATH", clone.resolve("bin") + ":", (path, ours) -> ours + path);
        Process process = builder.start();
        List<String> printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(process.waitFor()).as("%s", printed).isEqualTo(exitCode);
        try (var files = Files.list(root)) {
            assertThat(files).as("what the run leaves").containsExactly(clone);
        }
        return printed;
    }

    @Test
    void everythingOfARuntimeAndOfTheLibrariesIsMadeAndWhatDidNotRunIsNamed() throws Exception {
        assertThat(release(0, "--dry-run", "1.2.0"))
                .contains(
                        "not run: publish hotlane-client-1.2.0: Maven Central refuses a pom without <description> <licenses> <scm> <developers>",
                        "not run: signatures: GPG_KEY names no key",
                        "not run: publishing: this is a dry run")
                .noneMatch(line -> line.startsWith("not run: compose"));
        Path made = clone.resolve("target/release");
        assertThat(Files.readString(made.resolve("hotlane-1.2.0.zip"))).contains("hotlane-1.2.0.zip");
        assertThat(Files.readAllLines(made.resolve("SHA256SUMS"))).hasSize(14);
        assertThat(Files.readString(made.resolve("NOTES.md")))
                .contains("HTTP contract 1.4", "Record format 3", "Java 25", "- It sells.")
                .doesNotContain("- It sold.");
    }

    @Test
    void buildsThatDifferFailIt() throws Exception {
        write("DIFFERS", "");
        commitAll();
        assertThat(release(1, "--dry-run", "1.2.0"))
                .last()
                .asString()
                .endsWith(" differ in dist/target/hotlane-1.2.0.zip.");
    }

    @Test
    void aComposeFileThatComposeRejectsFailsIt() throws Exception {
        write("dist/src/main/compose.yaml", "servces: {}\n");
        commitAll();
        assertThat(release(1, "--dry-run", "1.2.0"))
                .contains("no services")
                .last()
                .asString()
                .endsWith("docker compose rejects dist/src/main/compose.yaml.");
    }

    @Test
    void withoutComposeThatStepIsNamed() throws Exception {
        write("bin/docker", "#!/bin/sh\nexit 1\n");
        commitAll();
        assertThat(release(0, "--dry-run", "1.2.0"))
                .contains("not run: compose config: Docker or its compose plugin is not installed");
    }

    @Test
    void badInputIsRefusedInOneSentence() throws Exception {
        assertThat(release(2)).singleElement().asString().startsWith("Nothing is published from here yet");
        assertThat(release(2, "--dry-run", "1.2"))
                .singleElement()
                .asString()
                .startsWith("VERSION must be three numbers");
        assertThat(release(2, "--dry-run", "7.0.0"))
                .containsExactly("CHANGELOG.md has no entry '## 7.0.0'; write one.");
        assertThat(release(2, "--dry-run", "1.2.0", root.toString()))
                .singleElement()
                .asString()
                .contains(" exists; ");
        write("pom.xml", "changed");
        assertThat(release(2, "--dry-run", "1.2.0"))
                .containsExactly("Files differ from the commit; a release is made of a commit: commit or stash them.");
    }
}
