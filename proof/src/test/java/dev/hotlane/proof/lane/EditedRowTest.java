package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.verify.Verification;
import dev.hotlane.processor.halt.ExitCode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** MySQL follows the log: a row edited by hand is found. */
@Tag("it")
@ExtendWith(RealStack.class)
class EditedRowTest {
    private final WholeLane on;

    EditedRowTest(Lane lane) {
        on = new WholeLane(lane);
    }

    @Test
    void isShownByVerifyAndStopsTheNextStartUntilItIsMended() throws SQLException {
        try (on) {
            Client client = on.serve(WholeLane.PATIENT);
            Answer added = client.call(Call.add("a", "stock:a", 10));
            assertThat(client.call(Call.add("b", "stock:b", 20)).status()).isEqualTo(200);
            assertThat(on.processor.stop()).isZero();
            on.verify();

            sql("UPDATE hl_counter SET value = value + 1 WHERE k = 'stock:a'");
            Verification found = on.compare();
            assertThat(found.equal()).isFalse();
            assertThat(found.differences())
                    .singleElement()
                    .asString()
                    .contains("\"stock:a\"", "MySQL has value 11", "the log gives value 10");
            on.processor.start();
            assertThat(on.processor.awaitExit()).isEqualTo(ExitCode.DIGEST_MISMATCH.number());
            assertThat(on.processor.process().tail()).contains("DIGEST_MISMATCH", "hotlane verify");

            sql("UPDATE hl_counter SET value = value - 1 WHERE k = 'stock:a'");
            on.processor.start().awaitLeading();
            WholeLane.awaitServing(client);
            Answer read = client.call(Call.read("stock:a"));
            assertThat(read.value()).isEqualTo(10);
            assertThat(read.version()).isEqualTo(added.offset());
        }
    }

    @Test
    void mayNotShowAnotherHoldThanTheLogGives() throws SQLException {
        try (on) {
            Client client = on.serve(WholeLane.PATIENT);
            assertThat(client.call(Call.add("a", "stock:a", 10)).status()).isEqualTo(200);
            String body = "{\"ttlMs\":600000,\"owner\":\"u1\",\"lines\":[{\"key\":\"stock:a\",\"quantity\":2}]}";
            assertThat(client.call(Call.reserve("r-1", body)).status()).isEqualTo(201);
            assertThat(on.processor.stop()).isZero();
            on.verify();

            edited("expires_at = expires_at - 3000000", "expires_at = expires_at + 3000000", "expires at");
            edited("owner = 'mallory'", "owner = 'u1'", "owner \"mallory\"");
            edited("tenant = 'acme'", "tenant = ''", "tenant \"acme\"");
            edited("id = 'r-2'", "id = 'r-1'", "id \"r-2\"");
            sql("UPDATE hl_hold SET image = x'00'");
            refusesToStart(ExitCode.CORRUPT_CHECKPOINT);
        }
    }

    private void edited(String edit, String mend, String told) throws SQLException {
        sql("UPDATE hl_hold SET " + edit);
        assertThat(on.compare().differences()).singleElement().asString().contains("MySQL shows", told);
        refusesToStart(ExitCode.DIGEST_MISMATCH);
        assertThat(on.processor.process().tail()).contains("hl_hold shows", told);
        sql("UPDATE hl_hold SET " + mend);
        on.verify();
    }

    private void refusesToStart(ExitCode code) {
        on.processor.start();
        assertThat(on.processor.awaitExit()).isEqualTo(code.number());
    }

    private void sql(String statement) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        on.lane.jdbcUrl(),
                        on.lane.stack().user(),
                        on.lane.stack().password());
                var sql = connection.createStatement()) {
            assertThat(sql.executeUpdate(statement)).isEqualTo(1);
        }
    }
}
