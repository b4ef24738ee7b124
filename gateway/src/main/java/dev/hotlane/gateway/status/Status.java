package dev.hotlane.gateway.status;

import dev.hotlane.gateway.board.Board;
import dev.hotlane.gateway.board.Boards;
import dev.hotlane.gateway.call.LocalView;
import dev.hotlane.gateway.lane.LaneHealth;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.process.Build;
import java.util.concurrent.TimeUnit;

/**
 * {@code GET /v1/status}: the state of this gateway and, from the last BEAT, of the lane; also {@code /healthz} and
 * {@code /readyz}. Any thread.
 */
public final class Status {
    private Status() {}

    /**
     * The gateway's own part.
     *
     * @param incarnation random number of this start, in hexadecimal
     * @param replyPartition partition of the reply topic that it reads
     * @param inFlight requests that wait for the log
     * @param inFlightMax most requests that may wait
     * @param viewed whether it keeps a view
     * @param watches open streams that watch it
     */
    public record Self(
            String incarnation, int replyPartition, int inFlight, int inFlightMax, boolean viewed, int watches) {}

    /** Writes the document. */
    public static void write(Self self, LocalView view, Boards boards, LaneHealth health, long now, JsonText out) {
        String fault = health.fault(now);
        Beat beat = health.beat();
        out.clear().raw('{').name("role").string("gateway");
        field("version", out).string(Build.THIS.version());
        field("commit", out).string(Build.THIS.commit());
        field("ready", out).bool(fault == null);
        if (fault != null) {
            field("reason", out).string(fault);
        }
        field("incarnation", out).string(self.incarnation());
        field("replyPartition", out).number(self.replyPartition());
        field("inFlight", out).number(self.inFlight());
        field("inFlightMax", out).number(self.inFlightMax());
        view(self, view, now, out);
        boards(boards, out);
        out.raw('}');
        if (beat != null) {
            field("beatAgeMs", out).number(TimeUnit.NANOSECONDS.toMillis(health.beatAgeNanos(now)));
            lane(beat, out);
        }
        out.raw('}');
    }

    /** Writes where the view stands; without a proof of its age that is left out. The object stays open. */
    private static void view(Self self, LocalView view, long now, JsonText out) {
        long offset = view.table().sequence();
        field("view", out).raw('{').name("on").bool(self.viewed());
        field("watches", out).number(self.watches());
        field("loaded", out).bool(offset >= 0);
        if (offset >= 0) {
            field("offset", out).number(offset);
            field("keys", out).number(view.table().keys());
            long staleMs = view.proofs().ageMs(offset, now);
            if (staleMs >= 0) {
                field("staleMs", out).number(staleMs);
            }
        }
    }

    private static void boards(Boards boards, JsonText out) {
        field("boards", out).raw('[');
        boolean first = true;
        for (Board board : boards.all()) {
            if (!first) {
                out.raw(',');
            }
            first = false;
            out.raw('{').name("prefix").string(board.prefix());
            field("keys", out).number(board.count());
            field("exceeded", out).bool(board.exceeded()).raw('}');
        }
        out.raw(']');
    }

    /** Writes the document of {@code /healthz}. */
    public static void writeAlive(JsonText out) {
        out.clear().raw('{').name("alive").bool(true).raw('}');
    }

    /** Writes the document of {@code /readyz}; {@code fault} says why it is not ready, null if it is. */
    public static void writeReady(String fault, JsonText out) {
        out.clear().raw('{').name("ready").bool(fault == null);
        if (fault != null) {
            field("reason", out).string(fault);
        }
        out.raw('}');
    }

    private static void lane(Beat beat, JsonText out) {
        field("leader", out).raw('{').name("epoch").number(beat.epoch());
        field("incarnation", out).string(hex(beat.leaderHi(), beat.leaderLo())).raw('}');
        field("sequenceBase", out).number(beat.sequenceBase());
        field("applied", out).number(beat.sequenceBase() + beat.applied());
        field("flushed", out).number(beat.sequenceBase() + beat.flushed());
        field("flushLag", out).number(beat.applied() - beat.flushed());
        field("logTime", out).number(beat.logTime());
        field("horizon", out).number(beat.horizon());
        field("rulesVersion", out).number(beat.rulesVersion());
        field("formatVersion", out).number(beat.formatVersion());
        field("opsMax", out).number(beat.opsMax());
        field("readKeysMax", out).number(beat.readKeysMax());
        field("ttlMaxMs", out).number(beat.ttlMaxMs());
        remembered(beat, out);
    }

    /** Writes the promise of the Idempotency-Key, its limits, and how far it reaches back now. */
    private static void remembered(Beat beat, JsonText out) {
        field("window", out).raw('{').name("count").number(beat.windowCount());
        field("size", out).number(beat.windowSize());
        field("ageMs", out).number(beat.windowAgeMs());
        field("realAgeMs", out).number(windowAgeMs(beat));
        field("oldest", out).number(beat.windowOldest()).raw('}');
        field("reservations", out).raw('{').name("open").number(beat.holdsOpen());
        field("openMax", out).number(beat.holdsMax());
        field("resolved", out).number(beat.holdsResolved());
        field("resolvedMax", out).number(beat.resolvedMax());
        field("retentionMs", out).number(beat.holdRetentionMs()).raw('}');
        String promise = "a UUIDv7 never runs twice, however late its retry; any other key runs once while the window"
                + " remembers it: " + beat.windowAgeMs() + " ms of log time, or the last " + beat.windowSize()
                + " commands, or fewer if these exceed windowBytesMax, if that is shorter; the key of a reservation also while the reservation is open, and "
                + beat.holdRetentionMs() + " ms after, or the last " + beat.resolvedMax() + " resolved";
        field("idempotency", out).string(promise);
    }

    /**
     * How far the window of this BEAT reaches back, in ms; at least 0, as an id's time may be ahead of the log's clock.
     */
    static long windowAgeMs(Beat beat) {
        return Math.max(0, beat.logTime() - beat.windowOldest());
    }

    private static JsonText field(String name, JsonText out) {
        return out.raw(',').name(name);
    }

    /** 128 bits as 32 hexadecimal digits. */
    public static String hex(long hi, long lo) {
        return String.format("%016x%016x", hi, lo);
    }
}
