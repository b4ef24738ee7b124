package dev.hotlane.proof.faults.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.infra.stack.Finished;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BaseCommitTest {
    private static final String GOLDEN = BaseCommit.FORMS.get(0) + "/v1/tick.hex";
    private static final String SCHEMA = BaseCommit.FORMS.get(1) + "/V2__more.sql";

    @TempDir
    Path directory;

    @Test
    void isTheNamedCommitWhileFormsOnlyGrow() throws IOException {
        Path root = clone("whole");
        String first = commit(root, GOLDEN, "01");
        commit(root, SCHEMA, "ALTER");
        commit(root, "processor/Apply.java", "class Apply {}");
        name(root, "# why\n\n" + first + "\n");
        assertThat(BaseCommit.of(root)).isEqualTo(new BaseCommit(first, null));
        git(root, "tag", "v1", first);
        name(root, "v1\n");
        assertThat(BaseCommit.of(root)).isEqualTo(new BaseCommit(first, null));
    }

    @Test
    void isNoneOnceAGoldenFileOrAMigrationWasChangedOrRemoved() throws IOException {
        Path root = clone("changed");
        commit(root, GOLDEN, "01");
        String first = commit(root, SCHEMA, "ALTER");
        name(root, first);
        Files.writeString(root.resolve(GOLDEN), "02");
        assertThat(BaseCommit.of(root).commit()).as("not committed yet").isNull();
        assertThat(BaseCommit.of(root).reason()).contains(GOLDEN).doesNotContain("more)");
        Files.delete(root.resolve(SCHEMA));
        assertThat(BaseCommit.of(root).reason()).contains("and 1 more", first);
    }

    @Test
    void isNoneInAShallowCloneWithoutIt() throws IOException {
        Path root = clone("deep");
        String first = commit(root, GOLDEN, "01");
        name(root, first);
        commit(root, "a", "a");
        Path shallow = directory.resolve("shallow");
        git(directory, "clone", "--quiet", "--depth=1", "file://" + root, shallow.toString());
        assertThat(BaseCommit.of(shallow).commit()).isNull();
        assertThat(BaseCommit.of(shallow).reason()).contains("shallow", first, "git fetch --unshallow");
    }

    @Test
    void isNoneInATreeWithoutGit() throws IOException {
        Path root = Files.createDirectories(directory.resolve("unpacked"));
        name(root, "v1");
        assertThat(BaseCommit.of(root).commit()).isNull();
        assertThat(BaseCommit.of(root).reason()).contains("git reads no clone here");
    }

    @Test
    void aNameThatAWholeCloneLacksIsAMistake() throws IOException {
        Path root = clone("wrong");
        commit(root, "a", "a");
        name(root, "v9");
        assertThatThrownBy(() -> BaseCommit.of(root))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("v9");
        name(root, "# nothing\n");
        assertThatThrownBy(() -> BaseCommit.of(root)).hasMessageContaining("names no commit");
    }

    private Path clone(String name) throws IOException {
        Path root = Files.createDirectories(directory.resolve(name));
        git(root, "init", "--quiet");
        return root;
    }

    private static void name(Path root, String text) throws IOException {
        write(root, BaseCommit.FILE, text);
    }

    private static String commit(Path root, String file, String text) throws IOException {
        write(root, file, text);
        git(root, "add", "--all");
        git(root, "-c", "user.name=t", "-c", "user.email=t@localhost", "commit", "--quiet", "-m", file);
        return git(root, "rev-parse", "HEAD");
    }

    private static void write(Path root, String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private static String git(Path root, String... words) {
        List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
        command.addAll(List.of(words));
        return Finished.output(Duration.ofSeconds(60), command.toArray(String[]::new));
    }
}
