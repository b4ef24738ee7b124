package dev.hotlane.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Where a lane stands, as one gateway last received it.
 *
 * @param ready whether the gateway serves commands
 * @param reason why it does not
 * @param gateway the gateway itself
 * @param lane the lane, once a processor was received
 */
public record LaneStatus(boolean ready, Optional<String> reason, GatewayProcess gateway, Optional<Lane> lane) {
    /**
     * The gateway's process.
     *
     * @param version version of its build
     * @param commit commit of its build
     * @param incarnation 128 random bits of its start, in hex
     * @param replyPartition its partition of the reply topic
     * @param inFlight requests that wait for the log
     * @param inFlightMax most of them
     */
    public record GatewayProcess(
            String version, String commit, String incarnation, long replyPartition, long inFlight, long inFlightMax) {}

    /**
     * The lane.
     *
     * @param beatAge time since a processor was received
     * @param leader its leader
     * @param positions how far it is
     * @param rules its rules
     * @param window commands that it remembers
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
     * How far the lane is.
     *
     * @param sequenceBase what is added to Kafka's offsets
     * @param applied next offset to apply
     * @param flushed next offset that MySQL lacks
     * @param logTime the log's clock
     * @param horizon greatest time whose commands were forgotten
     */
    public record Positions(long sequenceBase, long applied, long flushed, Instant logTime, Instant horizon) {}

    /** Numbers that the log agreed on: versions, ops of a command, keys of a query, longest hold. */
    public record LaneRules(long rulesVersion, long formatVersion, long opsMax, long readKeysMax, Duration ttlMax) {}

    /** Commands remembered: now, at most, longest time, time reached now, and the time of the oldest. */
    public record Memory(long count, long size, Duration age, Duration realAge, Instant oldest) {}

    /** Reservations: open, at most; resolved ones kept, at most, longest. */
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
                body.has("applied") ? Optional.of(lane(body)) : Optional.empty());
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
