package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.Grants.Account;
import dev.hotlane.gateway.Gateway;
import dev.hotlane.gateway.settings.GatewaySettings;
import dev.hotlane.gateway.settings.MySqlSettings;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.processor.Processor;
import dev.hotlane.processor.ProcessorSettings;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Starts under accounts with the rights that they need, with less, and on tables of another version. */
@Tag("it")
@ExtendWith(RealStack.class)
class MySqlStartTest {
    private static final Duration SOON = Duration.ofSeconds(60);

    private final Lane lane;
    private MySqlAccounts accounts;

    @TempDir
    private Path directory;

    MySqlStartTest(Lane lane) {
        this.lane = lane;
    }

    @BeforeEach
    void makeAccounts() throws SQLException {
        accounts = new MySqlAccounts(lane, directory);
    }

    /** The processor under its account may not migrate; the gateway lists; MySQL gets the state. */
    @Test
    void aLaneNeedsNoMore() throws Exception {
        String brokers = lane.stack().bootstrapServers();
        Topics.ensure(lane.stack().connection(), lane.name(), 1, LaneRules.small(5));
        MySqlSettings listing =
                new MySqlSettings(lane.jdbcUrl(), accounts.user(Account.GATEWAY), accounts.password(Account.GATEWAY));
        GatewaySettings front = GatewaySettings.of(brokers, 0, 0);
        try (Processor processor = Processor.start(processor(accounts.settings(Account.RUNTIME)));
                Gateway gateway = Gateway.start(
                        front.withLane(front.lane().withName(lane.name())).withMySql(listing))) {
            assertThat(processor.awaitReady(SOON)).isTrue();
            LocalPages pages = new LocalPages(gateway.port(), SOON);
            await().atMost(SOON).until(pages::ready);
            HttpResponse<String> sold = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(pages.url() + "/v1/counters/stock%3Aa/increment"))
                                    .header("Idempotency-Key", "one")
                                    .header("Content-Type", "application/json")
                                    .POST(HttpRequest.BodyPublishers.ofString("{\"amount\":7}"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertThat(sold.statusCode()).as(sold.body()).isEqualTo(200);
            await().atMost(SOON)
                    .until(
                            () -> pages.get("/v1/counters?prefix=stock")
                                    .orElseThrow()
                                    .body(),
                            body -> body.contains("\"value\":7"));
        }
    }

    private ProcessorSettings processor(FlushSettings mysql) {
        return ProcessorSettings.of(lane.name(), lane.stack().bootstrapServers(), mysql, directory);
    }

    private HaltReason refused(FlushSettings mysql) {
        Topics.ensure(lane.stack().connection(), lane.name(), 1, LaneRules.small(5));
        Throwable thrown =
                catchThrowable(() -> Processor.start(processor(mysql)).close());
        assertThat(thrown).isInstanceOf(HaltReason.class);
        return (HaltReason) thrown;
    }

    /** Each is found at the start, not by the first flush that needs the right. */
    @Test
    void aMissingRightEndsTheStartWith26AndIsNamed() throws SQLException {
        FlushSettings runtime = accounts.settings(Account.RUNTIME);
        String user = accounts.user(Account.RUNTIME);
        String[][] rights = {
            {"DELETE", "hl_window"}, {"UPDATE", "hl_hold"}, {"INSERT", "hl_resolved"}, {"SELECT", "hl_counter"}
        };
        for (String[] each : rights) {
            admin("REVOKE " + each[0] + " ON " + each[1] + " FROM '" + user + "'@'%'");
            HaltReason reason = refused(runtime);
            assertThat(reason.code()).as(reason.getMessage()).isEqualTo(ExitCode.MYSQL_DENIED);
            assertThat(reason)
                    .hasMessageContaining("denies account '" + user + "'")
                    .hasMessageContaining(each[0] + " command denied")
                    .hasMessageContaining("for table '" + each[1] + "'")
                    .hasMessageContaining("`hotlane schema grants` prints them")
                    .hasMessageNotContaining(accounts.password(Account.RUNTIME));
            admin("GRANT " + each[0] + " ON " + each[1] + " TO '" + user + "'@'%'");
        }
    }

    @Test
    void aRefusedLoginEndsTheStartWith26() throws SQLException {
        String user = accounts.user(Account.RUNTIME);
        HaltReason wrong = refused(FlushSettings.of(lane.jdbcUrl(), user, "sesame-8261"));
        assertThat(wrong.code()).isEqualTo(ExitCode.MYSQL_DENIED);
        assertThat(wrong)
                .hasMessageContaining("denies account '" + user + "': error 1045")
                .hasMessageNotContaining("sesame-8261");
        admin("ALTER USER '" + user + "'@'%' ACCOUNT LOCK");
        assertThat(refused(accounts.settings(Account.RUNTIME)).code()).isEqualTo(ExitCode.MYSQL_DENIED);
        // A gateway's account may read two tables only.
        assertThat(refused(accounts.settings(Account.GATEWAY)).code()).isEqualTo(ExitCode.MYSQL_DENIED);
        admin("REVOKE ALTER ON hl_meta FROM '" + accounts.user(Account.MIGRATE) + "'@'%'");
        HaltReason cannotWrite = refused(accounts.settings(Account.MIGRATE));
        assertThat(cannotWrite.code()).isEqualTo(ExitCode.MYSQL_DENIED);
    }

    @Test
    void aSchemaThatIsMissingOrOldIsLeftToTheCommand() throws SQLException {
        FlushSettings runtime = accounts.settings(Account.RUNTIME);
        String all = "version 1 (checkpoint), version 2 (operations), version 3 (proven)";
        admin("DELETE FROM hl_schema_history WHERE version = '3'");
        assertLeft(refused(runtime), "version 3 (proven)");
        admin("DELETE FROM hl_schema_history");
        assertLeft(refused(runtime), all);
        String empty = lane.name() + "_empty";
        lane.stack().createDatabase(empty);
        FlushSettings admin = FlushSettings.of(
                lane.stack().jdbcUrl(empty), lane.stack().user(), lane.stack().password());
        assertLeft(refused(admin.withMigrates(false)), all);
        new Checkpoint(admin).migrate();
        new Checkpoint(admin.withMigrates(false)).prepare();
    }

    private void assertLeft(HaltReason reason, String lacking) {
        assertThat(reason.code()).isEqualTo(ExitCode.WRONG_SCHEMA);
        assertThat(reason)
                .hasMessageContaining(" lacks " + lacking + ", and --mysql-migrate false leaves that to you: run"
                        + " `hotlane schema migrate`");
    }

    /** An upgrade must be reversible: the older build starts on the newer one's tables. */
    @Test
    void aLaterVersionsTablesAreTaken() throws SQLException {
        admin(
                "INSERT INTO hl_schema_history SELECT 4, '4', 'later', type, 'V4__later.sql', 7, installed_by, installed_on,"
                        + " execution_time, success FROM hl_schema_history WHERE version = '3'");
        admin("ALTER TABLE hl_counter ADD COLUMN later INT NULL");
        new Checkpoint(accounts.settings(Account.RUNTIME)).prepare();
        StringWriter said = new StringWriter();
        int code = MySqlAccounts.run(
                directory,
                said,
                "schema",
                "migrate",
                "--mysql-url=" + lane.jdbcUrl(),
                "--mysql-user=" + accounts.user(Account.MIGRATE),
                "--mysql-password=" + accounts.password(Account.MIGRATE));
        assertThat(code).as(said.toString()).isZero();
        assertThat(said).hasToString("the tables are up to date\n");
    }

    @Test
    void aMigrationThatIsDeniedNamesTheAccount() {
        StringWriter said = new StringWriter();
        String other = lane.name() + "_other";
        lane.stack().createDatabase(other);
        int code = MySqlAccounts.run(
                directory,
                said,
                "schema",
                "migrate",
                "--mysql-url=" + lane.stack().jdbcUrl(other),
                "--mysql-user=" + accounts.user(Account.MIGRATE),
                "--mysql-password=" + accounts.password(Account.MIGRATE));
        assertThat(code).isEqualTo(1);
        assertThat(said.toString())
                .contains("denies account '" + accounts.user(Account.MIGRATE) + "'", other)
                .doesNotContain(accounts.password(Account.MIGRATE), "\tat ");
    }

    @Test
    void aGatewayThatMySqlDeniesStartsAndAnswersListings503() {
        String brokers = lane.stack().bootstrapServers();
        Topics.ensure(lane.stack().connection(), lane.name(), 1, LaneRules.small(5));
        GatewaySettings front = GatewaySettings.of(brokers, 0, 0);
        MySqlSettings wrong = new MySqlSettings(lane.jdbcUrl(), accounts.user(Account.GATEWAY), "sesame-8261");
        MySqlSettings drill =
                new MySqlSettings(lane.jdbcUrl(), accounts.user(Account.DRILL), accounts.password(Account.DRILL));
        for (MySqlSettings mysql : List.of(wrong, drill)) {
            try (Gateway gateway = Gateway.start(
                    front.withLane(front.lane().withName(lane.name())).withMySql(mysql))) {
                HttpResponse<String> list = new LocalPages(gateway.port(), SOON)
                        .get("/v1/counters?prefix=a")
                        .orElseThrow();
                assertThat(list.statusCode()).isEqualTo(503);
                assertThat(list.body())
                        .contains("\"outcome\":\"not_executed\"", "from MySQL")
                        .doesNotContain("sesame-8261");
            }
        }
    }

    private void admin(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        lane.jdbcUrl(), lane.stack().user(), lane.stack().password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
