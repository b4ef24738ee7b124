package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What `hotlane acls` prints without a broker, and what it refuses. */
class AclsCommandTest {
    @TempDir
    private Path directory;

    private final StringWriter printed = new StringWriter();

    private int run(String... args) {
        printed.getBuffer().setLength(0);
        PrintWriter writer = new PrintWriter(printed);
        return Hotlane.commandLine(Settings.read(args, Map.of(), directory, directory))
                .setOut(writer)
                .setErr(writer)
                .execute(args);
    }

    @Test
    void printsTheCommandsOfTheRolesNamed() {
        assertThat(run("acls", "--lane=shop", "cards", "retention=User:CN=clean up"))
                .isZero();
        assertThat(printed.toString().lines())
                .containsExactly(
                        "# cards",
                        "./hotlane kafka acls --add --force --allow-principal 'User:shop-cards' --operation Write"
                                + " --topic 'shop.cards'",
                        "# retention",
                        "./hotlane kafka acls --add --force --allow-principal 'User:CN=clean up' --operation Describe"
                                + " --operation Delete --topic 'shop.commands'",
                        "./hotlane kafka acls --add --force --allow-principal 'User:CN=clean up' --operation Read"
                                + " --topic 'shop.progress'",
                        "./hotlane kafka acls --add --force --allow-principal 'User:CN=clean up' --operation Describe"
                                + " --cluster");
    }

    @Test
    void printsAllRolesWithoutAName() {
        assertThat(run("acls")).isZero();
        assertThat(printed.toString().lines().filter(line -> line.startsWith("# ")))
                .containsExactly(
                        "# gateway",
                        "# processor",
                        "# node",
                        "# retention",
                        "# feed",
                        "# console",
                        "# cards",
                        "# operator");
    }

    @Test
    void printsKafkaUsersForStrimzi() {
        assertThat(run("acls", "--strimzi=big", "feed", "cards")).isZero();
        assertThat(printed.toString())
                .startsWith("apiVersion: kafka.strimzi.io/v1\nkind: KafkaUser\n")
                .contains("\n---\n", "name: hotlane-cards", "type: transactionalId", "patternType: prefix");
    }

    @Test
    void refusesWhatCannotBeMeant() {
        assertThat(run("acls", "boss")).isEqualTo(2);
        assertThat(printed.toString()).contains("boss is no role", "retention");
        assertThat(run("acls", "node=alice")).isEqualTo(2);
        assertThat(printed.toString()).contains("User:NAME", "alice");
        assertThat(run("acls", "--strimzi=big", "node=User:Alice")).isEqualTo(2);
        assertThat(printed.toString()).contains("User:Alice can't be a KafkaUser");
        assertThat(run("acls", "--strimzi=big", "--yes")).isEqualTo(2);
        assertThat(run("acls", "--yes", "node")).isEqualTo(2);
        assertThat(printed.toString()).contains("No brokers are named", "--kafka-config");
    }
}
