package dev.hotlane.client;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The status of a lane, as one gateway last received it.
 *
 * @param ready whether the gateway serves commands
 * @param reason why it does not
 * @param gateway the gateway itself
 * @param view the gateway's copy of all counters, for local reads
 * @param lane the lane, once the gateway received a BEAT
 */
public record LaneStatus(
        boolean ready, Optional<String> reason, GatewayProcess gateway, View view, Optional<Lane> lane) {
    /**
     * The gateway's process.
     *
     * @param version version of its build
     * @param commit commit of its build
     * @param incarnation 128 random bits of its start, in hex
     * @param replyPartition its partition of the reply topic
     * @param inFlight requests that wait for the log
     * @param inFlightMax most requests that may wait
     */
    public record GatewayProcess(
            String version, String commit, String incarnation, long replyPartition, long inFlight, long inFlightMax) {}

    /**
     * The gateway's view.
     *
     * @param on whether the gateway keeps one
     * @param loaded whether local reads can be answered from it
     * @param watches open streams that watch it
     * @param offset the last record that it includes
     * @param keys counters in it
     * @param stale upper bound of its age; empty without a proof, as while no local read arrives
     * @param boards the prefixes whose counters are boards
     */
    public record View(
            boolean on,
            boolean loaded,
            long watches,
            OptionalLong offset,
            OptionalLong keys,
            Optional<Duration> stale,
            List<Board> boards) {}

    /**
     * A board.
     *
     * @param prefix what its keys begin with
     * @param keys counters under it, those of version 0 too
     * @param exceeded whether they are too many, so that it is not answered
     */
    public record Board(String prefix, long keys, boolean exceeded) {}

    /**
     * The lane.
     *
     * @param beatAge time since the last BEAT
     * @param leader its leader
     * @param positions its positions in the log
     * @param rules its rules
     * @param window its window of remembered commands
     * @param reservations its reservations
     * @param idempotency the promise of ids in words
     */
    public record Lane(
            Duration beatAge,
            Optional<Leader> leader,
            Positions positions,
            LaneRules rules,
            Memory window,
            Population reservations,
            Optional<String> idempotency) {}

    /** Epoch and incarnation of the leader. */
    public record Leader(long epoch, String incarnation) {}

    /**
     * The lane's positions in the log.
     *
     * @param sequenceBase number added to Kafka's offsets
     * @param applied next offset to apply
     * @param flushed next offset that MySQL lacks
     * @param logTime the log's clock
     * @param horizon greatest time of commands that the window dropped
     */
    public record Positions(long sequenceBase, long applied, long flushed, Instant logTime, Instant horizon) {}

    /** Limits of the rules: versions, ops per command, keys per query, longest hold. */
    public record LaneRules(long rulesVersion, long formatVersion, long opsMax, long readKeysMax, Duration ttlMax) {}

    /** The window: commands now, most commands, longest time, time reached now, and the time of the oldest command. */
    public record Memory(long count, long size, Duration age, Duration realAge, Instant oldest) {}

    /** Reservations: open ones, most open ones, resolved ones kept, most resolved ones kept, longest time kept. */
    public record Population(long open, long openMax, long resolved, long resolvedMax, Duration retention) {}

    static LaneStatus read(JsonFields body) {
        body.require("role", "gateway");
        GatewayProcess gateway = new GatewayProcess(
                body.text("version"),
                body.text("commit"),
                body.text("incarnation"),
                body.number("replyPartition"),
                body.number("inFlight"),
                body.number("inFlightMax"));
        return new LaneStatus(
                body.flag("ready"),
                body.textIfAny("reason"),
                gateway,
                view(body.object("view")),
                body.has("applied") ? Optional.of(lane(body)) : Optional.empty());
    }

    private static View view(JsonFields view) {
        return new View(
                view.flag("on"),
                view.flag("loaded"),
                view.number("watches"),
                view.numberIfAny("offset"),
                view.numberIfAny("keys"),
                view.millisIfAny("staleMs"),
                view.listIfAny(
                        "boards", one -> new Board(one.text("prefix"), one.number("keys"), one.flag("exceeded"))));
    }

    private static Lane lane(JsonFields body) {
        return new Lane(
                body.millis("beatAgeMs"),
                body.objectIfAny("leader", one -> new Leader(one.number("epoch"), one.text("incarnation"))),
                new Positions(
                        body.number("sequenceBase"),
                        body.number("applied"),
                        body.number("flushed"),
                        body.time("logTime"),
                        body.time("horizon")),
                new LaneRules(
                        body.number("rulesVersion"),
                        body.number("formatVersion"),
                        body.number("opsMax"),
                        body.number("readKeysMax"),
                        body.millis("ttlMaxMs")),
                memory(body.object("window")),
                population(body.object("reservations")),
                body.textIfAny("idempotency"));
    }

    private static Memory memory(JsonFields window) {
        return new Memory(
                window.number("count"),
                window.number("size"),
                window.millis("ageMs"),
                window.millis("realAgeMs"),
                window.time("oldest"));
    }

    private static Population population(JsonFields body) {
        return new Population(
                body.number("open"),
                body.number("openMax"),
                body.number("resolved"),
                body.number("resolvedMax"),
                body.millis("retentionMs"));
    }
}
