package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.infra.repair.PoisonSkip;
import dev.hotlane.infra.repair.RepairException;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.processor.halt.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A record at which every processor ends, at each start: an operator skips it, and nothing else is lost. */
@Tag("it")
@ExtendWith(RealStack.class)
class PoisonRecordTest {
    private static final Pattern FAILED_AT = Pattern.compile("failed at offset (\\d+):");

    private final WholeLane on;
    private final List<String> printed = new ArrayList<>();

    PoisonRecordTest(Lane lane) {
        on = new WholeLane(lane);
    }

    @Test
    void endsEveryStartUntilItIsSkippedAndNeverRuns() {
        try (on) {
            on.processor.with(FaultyBuild.poisonedByIds(on.processor.directory()));
            // MySQL gets only the first flush, so that the log alone shows how far the leader was.
            on.processor.start("--flush-interval-ms=3600000");
            Client client = on.client(on.gateway(0, WholeLane.PATIENT));
            on.processor.awaitLeading();
            WholeLane.awaitServing(client);
            Answer stock = client.call(Call.add("stock", "stock:a", 10));
            assertThat(stock.status()).isEqualTo(200);
            refused(stock.offset(), "a processor runs");

            assertThat(client.call(Call.add("poison-1", "stock:a", -3)).isHonestlyOpen())
                    .isTrue();
            assertThat(on.processor.awaitExit()).isEqualTo(ExitCode.STAGE_FAILED.number());
            long poison = failedAt();
            on.processor.start();
            assertThat(on.processor.awaitExit()).isEqualTo(ExitCode.STAGE_FAILED.number());
            assertThat(failedAt()).isEqualTo(poison);

            refused(poison + 1_000, "there is no record at offset");
            refused(stock.offset(), "got past offset " + stock.offset());
            skip(poison, true);
            assertThat(printed).last().asString().contains("nothing was written");
            skip(poison, false);
            assertThat(printed).anyMatch(line -> line.contains("\"id\":\"poison-1\""));
            refused(poison, "quarantined already");

            on.processor.start().awaitLeading();
            WholeLane.awaitServing(client);
            Answer retry = client.call(Call.add("poison-1", "stock:a", -3));
            assertThat(retry.status()).isEqualTo(409);
            assertThat(retry.code()).isEqualTo("QUARANTINED");
            assertThat(client.call(Call.read("stock:a")).value()).isEqualTo(10);
            Answer next = client.call(Call.add("next", "stock:a", -1));
            assertThat(next.status()).isEqualTo(200);
            on.awaitFlushed(client, next.offset());
            on.verify();
            assertThat(on.processor.stop()).isZero();
            refused(poison, "MySQL stands at offset");
        }
    }

    private long failedAt() {
        Matcher offset = FAILED_AT.matcher(on.processor.process().tail());
        assertThat(offset.find()).as(on.processor.process().tail()).isTrue();
        return Long.parseLong(offset.group(1));
    }

    private void refused(long offset, String why) {
        assertThatThrownBy(() -> skip(offset, false))
                .isInstanceOf(RepairException.class)
                .hasMessageContaining(why);
    }

    private void skip(long offset, boolean onlyLook) {
        FlushSettings mysql = FlushSettings.of(
                on.lane.jdbcUrl(), on.lane.stack().user(), on.lane.stack().password());
        new PoisonSkip(on.lane.stack().connection(), on.lane.name(), mysql, false, printed::add).run(offset, onlyLook);
    }
}
