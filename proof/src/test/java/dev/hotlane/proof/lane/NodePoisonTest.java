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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A poison record on nodes, which answer in memory: an operator skips it with the proof that it was not answered. */
@Tag("it")
@ExtendWith(RealStack.class)
class NodePoisonTest {
    private static final Pattern FAILED_AT = Pattern.compile("failed at offset (\\d+):");

    /** MySQL gets only the first flush, so that the log alone shows how far the leader was. */
    private static final String NO_FLUSH = "--flush-interval-ms=3600000";

    /** Before this silence is over nobody takes over. */
    private static final String PATIENT = "--takeover-silence-ms=3600000";

    private static final String BEATS = "--gateway-beat-age-max-ms=60000";

    private final WholeLane on;
    private final ProcessorChild first;
    private final ProcessorChild second;
    private final List<String> printed = new ArrayList<>();

    NodePoisonTest(Lane lane) {
        on = new WholeLane(lane);
        first = on.node(0);
        second = on.node(1);
    }

    @AfterEach
    void end() {
        on.close();
    }

    @Test
    void aNodeThatHaltsLeavesTheProofThatSkipNeeds() {
        first.with(FaultyBuild.poisonedByIds(first.directory()));
        first.start(NO_FLUSH, BEATS).awaitLeading();
        Client client = on.client(first);
        WholeLane.awaitServing(client);
        assertThat(client.call(Call.add("stock", "stock:a", 10)).status()).isEqualTo(200);

        assertThatThrownBy(() -> client.call(Call.add("poison-1", "stock:a", -3)))
                .as("a closed connection")
                .isNotInstanceOf(AssertionError.class);
        assertThat(first.awaitExit()).isEqualTo(ExitCode.STAGE_FAILED.number());
        long poison = failedAt(first);
        first.start();
        assertThat(first.awaitExit()).isEqualTo(ExitCode.STAGE_FAILED.number());
        skip(poison, false);
        assertThat(printed).contains("no leader can have answered it in memory");

        first.start().awaitLeading();
        isQuarantined(client, poison);
    }

    @Test
    void aNodeThatWasKilledLeavesNoneAndTheOperatorDecides() {
        first.with(FaultyBuild.poisonedByIds(first.directory()));
        second.with(FaultyBuild.poisonedByIds(second.directory()));
        first.start(NO_FLUSH).awaitLeading();
        second.start(PATIENT, BEATS).awaitFollowing();
        Client client = on.client(second);
        WholeLane.awaitServing(client);
        assertThat(client.call(Call.add("stock", "stock:a", 10)).status()).isEqualTo(200);

        first.process().suspend();
        assertThatThrownBy(() -> client.call(Call.add("poison-1", "stock:a", -3)))
                .isNotInstanceOf(AssertionError.class);
        assertThat(second.awaitExit()).isEqualTo(ExitCode.STAGE_FAILED.number());
        long poison = failedAt(second);
        first.kill9();
        assertThatThrownBy(() -> skip(poison, false))
                .isInstanceOf(RepairException.class)
                .hasMessageMatching("(?s)leader [0-9a-f]{32} answers the gateway of its node in memory.*")
                .hasMessageContaining("--may-have-been-answered");
        skip(poison, true);
        assertThat(printed).anyMatch(line -> line.contains("it may have been answered, and is skipped all the same"));

        second.start().awaitLeading();
        isQuarantined(client, poison);
    }

    private void isQuarantined(Client client, long poison) {
        WholeLane.awaitServing(client);
        Answer retry = client.call(Call.add("poison-1", "stock:a", -3));
        assertThat(retry.code()).isEqualTo("QUARANTINED");
        assertThat(retry.offset()).isEqualTo(poison);
        assertThat(client.call(Call.read("stock:a")).value()).isEqualTo(10);
        Answer next = client.call(Call.add("next", "stock:a", -1));
        assertThat(next.status()).isEqualTo(200);
        on.awaitFlushed(client, next.offset());
        on.verify();
    }

    private static long failedAt(ProcessorChild node) {
        Matcher offset = FAILED_AT.matcher(node.process().tail());
        assertThat(offset.find()).as(node.process().tail()).isTrue();
        return Long.parseLong(offset.group(1));
    }

    private void skip(long offset, boolean mayBeAnswered) {
        FlushSettings mysql = FlushSettings.of(
                on.lane.jdbcUrl(), on.lane.stack().user(), on.lane.stack().password());
        new PoisonSkip(on.lane.stack().connection(), on.lane.name(), mysql, mayBeAnswered, printed::add)
                .run(offset, false);
    }
}
