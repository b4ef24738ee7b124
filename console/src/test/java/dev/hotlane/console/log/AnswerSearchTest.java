package dev.hotlane.console.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.HoldState;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The commands of a reservation, each with its answer while that is kept. */
class AnswerSearchTest {
    private static final byte[] ID = "order-1".getBytes(UTF_8);

    private static byte[] reply(long request, HoldState state, long resolvedAt) {
        byte[] scratch = new byte[512];
        ReplyWriter writer =
                new ReplyWriter().begin(new UnsafeBuffer(scratch), 0).to(1, 2, request, 77);
        writer.verdict(Verdict.OK, 50 + request, 2_000 + request).holds(1);
        writer.hold(state, 50, 2_000, 9_000, resolvedAt, 0);
        writer.names(ID, 0, ID.length, new byte[0], 0, 0);
        ReplyRecord.Packer packer = new ReplyRecord.Packer();
        byte[] message = Arrays.copyOf(scratch, writer.end());
        packer.add(message, 0, message.length);
        return packer.seal();
    }

    private static Command hold() {
        return new Command(
                CommandKind.TRANSACT, true, 60_000, List.of(Op.add("stock:a", -1)), new byte[0], "u7".getBytes(UTF_8));
    }

    private static Command of(CommandKind kind) {
        return new Command(kind, false, 0, List.of(), ID, new byte[0]);
    }

    @Test
    void eachCommandHasItsOwnAnswerAndTheNewestGivesTheState() {
        FakeLoggedLane lane = new FakeLoggedLane()
                .command("shop", "order-1", hold())
                .command("shop", "order-2", Command.transact(Op.add("stock:a", -1)))
                .command("pay", "pay-1", of(CommandKind.CONFIRM))
                .command("pay", "pay-2", of(CommandKind.CANCEL))
                .reply("noise".getBytes(UTF_8))
                .reply(reply(0, HoldState.HELD, 0))
                .reply(reply(9, HoldState.CANCELLED, 2_009))
                .reply(reply(2, HoldState.CONFIRMED, 2_002));
        LogSearch search = LogSearch.ofReservation(Map.of("id", "order-1")::get, Clock.systemUTC());
        JsonObject step = new AnswerSearch(() -> 0).add(lane, new LogStep(() -> 0).read(lane, search), "order-1");
        JsonArray lines = step.getJsonArray("lines");
        assertThat(lines.stream().map(line -> ((JsonObject) line).getInteger("offset")))
                .containsExactly(0, 2, 3);
        assertThat(lines.getJsonObject(0).getString("words"))
                .isEqualTo("asks to hold for 60 s for owner u7: add stock:a delta -1");
        assertThat(lines.getJsonObject(0).getJsonObject("answer").getLong("sequence"))
                .isEqualTo(50);
        assertThat(lines.getJsonObject(1).getString("principal")).isEqualTo("pay");
        assertThat(lines.getJsonObject(1).getJsonObject("answer").getLong("sequence"))
                .isEqualTo(52);
        assertThat(lines.getJsonObject(2).containsKey("answer")).isFalse();
        assertThat(step.getJsonObject("hold").getString("state")).isEqualTo("confirmed");
        assertThat(lane.open).hasValue(0);
    }
}
