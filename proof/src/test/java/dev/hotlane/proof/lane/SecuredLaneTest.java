package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.infra.acls.AccountRole;
import dev.hotlane.infra.stack.Stack;
import dev.hotlane.infra.verify.Verifier;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.proof.faults.scene.SecureStack;
import dev.hotlane.proof.lane.SecuredLane.Run;
import dev.hotlane.proof.lane.SecuredLane.Serving;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntryFilter;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePatternFilter;
import org.apache.kafka.common.resource.ResourceType;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A whole lane by TLS and SASL, each process with the ACLs of `hotlane acls` and no more. */
@Tag("it")
class SecuredLaneTest {
    private static SecuredLane on;

    @TempDir
    private Path directory;

    @BeforeAll
    static void start() {
        on = new SecuredLane();
    }

    @AfterAll
    static void end() {
        on.close();
    }

    @Test
    void theLaneSellsAndFlushesAndItsLogIsDeletedByAnAccountOfItsOwn() throws Exception {
        Serving processor = on.processor(on.file(AccountRole.PROCESSOR)).await();
        Serving gateway = on.gateway(on.file(AccountRole.GATEWAY), 0).await();
        long last;
        try (Client client = new Client(gateway.gatewayPort(), 1)) {
            sell(client, "apart");
            Serving node = on.node(on.file(AccountRole.NODE), 1).await();
            try (Client other = new Client(node.gatewayPort(), 1)) {
                last = sell(other, "node");
            }
            Awaitility.await().until(() -> WholeLane.flushed(client) > last);
        }

        log(AccountRole.CONSOLE);
        succeeded(AccountRole.OPERATOR, "verify", on.mysql());
        tool(AccountRole.OPERATOR);
        retention(gateway);

        String secret = SecureStack.MARKER;
        assertThat(on.printed()).doesNotContain(secret);
        try (Client client = new Client(gateway.gatewayPort(), 1)) {
            losesItsRight(client);
        }
        losesItsRight(processor);
    }

    private static long sell(Client client, String name) {
        WholeLane.told(client, Call.put(name + "-stock", "stock:" + name, 10));
        Answer sold = WholeLane.told(client, Call.add(name + "-sale", "stock:" + name, -3));
        assertThat(sold.status()).isEqualTo(200);
        Answer left = WholeLane.told(client, Call.get("/v1/counters/stock:" + name + "?consistency=local"));
        assertThat(left.value()).isEqualTo(7);
        return sold.json().getLong("offset");
    }

    private void log(AccountRole role) {
        Run log = succeeded(role, "log", List.of("--kind=command", "--last=1"));
        assertThat(log.printed()).contains("node-sale");
    }

    private static Run succeeded(AccountRole role, String command, List<String> words) {
        Run run = on.run(role, command, words.toArray(String[]::new));
        assertThat(run.code()).as(run.printed()).isZero();
        return run;
    }

    /** The stock tool takes the same file by its own option. */
    private void tool(AccountRole role) {
        Run topics = on.run("kafka", "topics", "--list", "--kafka-config=" + on.file(role));
        assertThat(topics.code()).as(topics.printed()).isZero();
        assertThat(topics.printed()).contains("secured.commands");
    }

    /** A snapshot that a drill has proven. */
    private void provenSnapshot(String file) {
        List<String> snapshot = new ArrayList<>(on.mysql());
        snapshot.add(directory.resolve(file).toString());
        succeeded(AccountRole.OPERATOR, "snapshot", snapshot);
        Run drill = succeeded(AccountRole.OPERATOR, "drill", on.mysql());
        assertThat(drill.printed()).contains(file + " is proven");
    }

    private void retention(Serving gateway) throws Exception {
        List<String> words = new ArrayList<>(on.mysql());
        words.removeIf(word -> word.startsWith("--mysql-user="));
        words.addAll(List.of("--mysql-user=" + readerOfMySql(), "--once", "--keep-records=2"));
        String[] once = words.toArray(String[]::new);
        Run nowhere = on.run(AccountRole.RETENTION, "retention", "--mysql-url=jdbc:mysql://127.0.0.1:1/x", "--once");
        assertThat(nowhere.code()).as(nowhere.printed()).isEqualTo(ExitCode.MYSQL_UNREACHABLE.number());
        assertThat(nowhere.printed()).contains("so nothing is deleted");
        assertThat(on.run(AccountRole.RETENTION, "retention", once).printed()).contains("nothing is to be deleted");

        provenSnapshot("first.snapshot");
        assertThat(on.run(AccountRole.RETENTION, "retention", once).printed()).contains("nothing is to be deleted");
        try (Client client = new Client(gateway.gatewayPort(), 1)) {
            long last = WholeLane.told(client, Call.add("between-sale", "stock:apart", -1))
                    .json()
                    .getLong("offset");
            Awaitility.await().until(() -> WholeLane.flushed(client) > last);
        }
        provenSnapshot("second.snapshot");

        Run deleted = succeeded(AccountRole.RETENTION, "retention", words);
        long flushed = new Checkpoint(
                        Verifier.database(on.secure.jdbcUrl(SecuredLane.LANE), on.secure.user(), on.secure.password()))
                .meta()
                .orElseThrow()
                .cut()
                .nextOffset;
        long below = Long.parseLong(deleted.printed().replaceAll("(?s).* below offset (\\d+) are deleted.*", "$1"));
        assertThat(below).isPositive().isLessThanOrEqualTo(flushed - 2);
    }

    /** An account of the database that may read its tables and change nothing. */
    private static String readerOfMySql() throws SQLException {
        Stack stack = on.secure;
        try (Connection connection =
                        DriverManager.getConnection(stack.jdbcUrl(SecuredLane.LANE), stack.user(), stack.password());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE USER 'retention'@'%' IDENTIFIED BY '" + stack.password() + "'");
            statement.execute("GRANT SELECT ON secured.* TO 'retention'@'%'");
        }
        return "retention";
    }

    /** Its ACLs on commands are taken away while it runs: no call is answered as done. Given back, it goes on. */
    private static void losesItsRight(Client caller) throws Exception {
        revoke("User:secured-gateway");
        Awaitility.await()
                .until(
                        () -> caller.call(Call.add("revoked-" + UUID.randomUUID(), "stock:apart", 1))
                                .status(),
                        status -> status == 503 || status == 504);
        on.grant();
        assertThat(WholeLane.told(caller, Call.add("granted-sale", "stock:apart", -1))
                        .status())
                .isEqualTo(200);
    }

    /** The same of a processor, which ends. */
    private static void losesItsRight(Serving processor) throws Exception {
        revoke("User:secured-processor");
        assertThat(processor.child().awaitExit(Duration.ofSeconds(60))).isTrue();
        assertThat(processor.child().exitCode())
                .as(processor.child().tail())
                .isIn(ExitCode.LOG_WRITE_FAILED.number(), ExitCode.LOG_READ_FAILED.number());
        on.grant();
    }

    private static void revoke(String principal) throws Exception {
        try (Admin admin = Admin.create(on.secure.connection().client(Map.of()))) {
            admin.deleteAcls(List.of(new AclBindingFilter(
                            new ResourcePatternFilter(
                                    ResourceType.TOPIC, SecuredLane.LANE + ".commands", PatternType.LITERAL),
                            new AccessControlEntryFilter(principal, "*", AclOperation.ANY, AclPermissionType.ALLOW))))
                    .all()
                    .get();
        }
    }

    @Test
    void whoMayTooLittleEndsAtStartWithAccountAndOperation() {
        Path nobody = on.secure.account("nobody");
        assertDenied(ended(on.processor(nobody)), "User:nobody", "secured.commands");
        assertDenied(ended(on.gateway(nobody, 2)), "User:nobody", "secured.commands");
        assertDenied(ended(on.node(nobody, 2)), "User:nobody", "secured.commands");
        // What the other lacks is found before anything is written.
        assertDenied(ended(on.processor(on.file(AccountRole.GATEWAY))), "secured-gateway", "Read", "secured.commands");
        assertDenied(ended(on.gateway(on.file(AccountRole.PROCESSOR), 2)), "secured-processor", "Read", ".replies");
        List<String> once = new ArrayList<>(on.mysql());
        once.add("--once");
        assertDenied(
                on.run(AccountRole.CONSOLE, "retention", once.toArray(String[]::new)), "secured-console", "Delete");
        assertDenied(on.run(AccountRole.CARDS, "log", "--last=1"), "secured-cards", "secured.commands");
        assertDenied(on.run(AccountRole.CARDS, "topics", "check"), "secured-cards", "no Describe", "secured.view");
        assertDenied(
                on.run(AccountRole.CARDS, "verify", on.mysql().toArray(String[]::new)),
                "no Describe",
                "secured.commands");
    }

    @ParameterizedTest
    @EnumSource(AccountRole.class)
    void everyAccountIsRefusedEveryOperationThatItIsDenied(AccountRole role) throws Exception {
        List<String> all = DeniedOperations.of(role);
        List<String> done = new ArrayList<>();
        try (Attempt attempt = new Attempt(KafkaConnection.read(on.file(role), null))) {
            for (String words : all) {
                int space = words.lastIndexOf(' ');
                String name = SecuredLane.LANE + "." + words.substring(space + 1);
                if (!attempt.isRefused(words.substring(0, space), name)) {
                    done.add(words);
                }
            }
        }
        assertThat(all).hasSizeGreaterThan(role == AccountRole.OPERATOR ? 5 : 20);
        assertThat(done).isEmpty();
    }

    @Test
    void whoIsNotAuthenticatedEndsAtStartWithoutTheSecretInAnyMessage() throws IOException {
        String text = Files.readString(on.file(AccountRole.PROCESSOR));
        Path wrong =
                Files.writeString(directory.resolve("wrong.properties"), text.replace("secured-processor\"", "x\""));
        assertDenied(ended(on.processor(wrong)), "did not authenticate", "User:x", wrong.toString());
        assertDenied(ended(on.gateway(wrong, 2)), "did not authenticate", "User:x");

        Path noTrust = Files.writeString(
                directory.resolve("no-trust.properties"), text.replaceAll("(?m)^ssl\\.truststore.*\\n", ""));
        assertDenied(ended(on.processor(noTrust)), "TLS with Kafka", "ssl.truststore");

        assertThat(on.printed()).doesNotContain(SecureStack.MARKER);
    }

    @Test
    void plainAndOauthbearerConnectByTheirFileToo() throws Exception {
        String user = SecureStack.PLAIN_USER;
        Path plain = on.secure.file(
                "plain",
                "PLAIN",
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"" + user
                        + "\" password=\"${file:" + on.secure.secrets(user) + ":password}\";");
        assertThat(clusterId(plain)).isEqualTo(clusterId(on.file(AccountRole.CONSOLE)));

        String subject = SecuredLane.LANE + "-console";
        Path token = on.secure.tokenFile(subject);
        Run log = on.run("log", "--last=1", "--kafka-config=" + token);
        assertThat(log.code()).as("its URL is not allowed: " + log.printed()).isNotZero();
        Run allowed = on.allowing(on.secure.allows(subject)).run("log", "--last=1", "--kafka-config=" + token);
        assertThat(allowed.code()).as(allowed.printed()).isZero();
        assertThat(allowed.printed()).contains("\"kind\":\"");
    }

    private static String clusterId(Path file) throws Exception {
        try (Admin admin = Admin.create(KafkaConnection.read(file, null).client(Map.of()))) {
            return admin.describeCluster().clusterId().get(60, TimeUnit.SECONDS);
        }
    }

    private static Run ended(Serving serving) {
        assertThat(serving.child().awaitExit(Duration.ofSeconds(90))).isTrue();
        return new Run(serving.child().exitCode(), serving.child().tail());
    }

    private static void assertDenied(Run run, String... words) {
        assertThat(run.code()).as(run.printed()).isEqualTo(ExitCode.KAFKA_DENIED.number());
        String sentence = run.printed()
                .lines()
                .filter(line -> line.contains("KAFKA_DENIED: "))
                .findFirst()
                .orElseThrow();
        assertThat(sentence).contains(words);
        assertThat(run.printed()).doesNotContain("\tat dev.hotlane");
    }
}
