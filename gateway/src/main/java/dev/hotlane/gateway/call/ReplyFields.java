package dev.hotlane.gateway.call;

import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.sbe.ReplyDecoder;

/** The parts that several answers share. Any thread. */
final class ReplyFields {
    private static final byte[] ID = JsonText.ascii("{\"id\":");
    private static final byte[] OFFSET = JsonText.ascii(",\"offset\":");
    private static final byte[] TIME = JsonText.ascii(",\"time\":");
    private static final byte[] PREVIOUS = JsonText.ascii("\"previous\":");
    private static final byte[] VALUE = JsonText.ascii(",\"value\":");
    private static final byte[] VERSION = JsonText.ascii(",\"version\":");

    private ReplyFields() {}

    /** Writes the id and the fields of {@link #decision}; the object stays open. */
    static void begin(byte[] id, ReplyDecoder reply, JsonText out) {
        decision(reply, out.raw(ID).string(id));
    }

    /** {@code ,"offset":..,"time":..}: the place and time of the outcome. */
    static void decision(ReplyDecoder reply, JsonText out) {
        out.raw(OFFSET).number(sequence(reply)).raw(TIME).number(time(reply));
    }

    /** The sequence at which the outcome was decided; for a repeat, that of the first attempt. */
    static long sequence(ReplyDecoder reply) {
        return reply.originSequence() >= 0 ? reply.originSequence() : reply.sequence();
    }

    /** The log time at which the outcome was decided, in ms. */
    static long time(ReplyDecoder reply) {
        return reply.originSequence() >= 0 ? reply.originTime() : reply.time();
    }

    /** {@code "previous":..,"value":..,"version":..} of one result. */
    static void numbers(ReplyDecoder.ResultsDecoder result, JsonText out) {
        out.raw(PREVIOUS).number(result.previous());
        out.raw(VALUE).number(result.value());
        out.raw(VERSION).number(result.version());
    }

    /** The results of a reply, which must be {@code expected} in number; call it once per reply. */
    static ReplyDecoder.ResultsDecoder results(ReplyDecoder reply, int expected) {
        skipProblem(reply);
        ReplyDecoder.ResultsDecoder results = reply.results();
        require("results", results.count(), expected);
        return results;
    }

    /** The counters of a reply to a READ, which must be {@code expected} in number; call it once per reply. */
    static ReplyDecoder.CountersDecoder counters(ReplyDecoder reply, int expected) {
        skipProblem(reply);
        reply.results().forEachRemaining(result -> {});
        ReplyDecoder.CountersDecoder counters = reply.counters();
        require("counters", counters.count(), expected);
        return counters;
    }

    /** The holds of a reply; call it once per reply. */
    static ReplyDecoder.HoldsDecoder holds(ReplyDecoder reply) {
        skipProblem(reply);
        reply.results().forEachRemaining(result -> {});
        skipCounters(reply);
        return reply.holds();
    }

    /** Skips to the results. */
    static void skipProblem(ReplyDecoder reply) {
        reply.problem().forEachRemaining(problem -> {});
    }

    /** Skips from behind the results to the holds. */
    static void skipCounters(ReplyDecoder reply) {
        reply.counters().forEachRemaining(counter -> {});
    }

    private static void require(String what, int found, int expected) {
        if (found != expected) {
            throw new IllegalStateException("the reply has " + found + " " + what + ", expected " + expected);
        }
    }
}
