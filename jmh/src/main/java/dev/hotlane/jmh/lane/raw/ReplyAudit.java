package dev.hotlane.jmh.lane.raw;

import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ReplyDecoder;

/**
 * Checks every reply: commands are answered in the order of the log, once, applied, each under its own id and with the
 * value that follows from all adds before it. The first fault is kept. The thread raw-replies; any thread reads the fault
 * and the BEAT.
 */
final class ReplyAudit implements ReplyRecord.Receiver {
    private final OpenCommands open;
    private final long gatewayHi;
    private final long gatewayLo;
    private final long[] values;
    private long lastSequence = -1;
    private volatile Beat beat;
    private volatile long beatNanos;
    private volatile String fault;

    /** For the gateway incarnation that sends the commands, on keys that nothing else adds to. */
    ReplyAudit(OpenCommands open, long gatewayHi, long gatewayLo) {
        this.open = open;
        this.gatewayHi = gatewayHi;
        this.gatewayLo = gatewayLo;
        values = new long[open.keys()];
    }

    @Override
    public void onReply(ReplyDecoder reply) {
        if (fault != null) {
            return;
        }
        if (reply.gatewayHi() != gatewayHi || reply.gatewayLo() != gatewayLo) {
            fail("a reply is addressed to another gateway");
            return;
        }
        long request = open.answered();
        if (request == open.sent() || reply.request() != request) {
            fail("the reply to request " + reply.request() + " came, expected that to " + request);
        } else if (reply.idHash() != open.idHash(request)) {
            fail("the reply to request " + request + " has the hash of another id");
        } else if (reply.verdict() != Verdict.OK.code() || !reply.flags().isEmpty()) {
            fail("request " + request + " was answered with verdict " + reply.verdict() + " and flags "
                    + reply.flags().getRaw());
        } else if (reply.sequence() <= lastSequence) {
            fail("request " + request + " has sequence " + reply.sequence() + ", not above " + lastSequence);
        } else if (hasValues(request, reply)) {
            lastSequence = reply.sequence();
            open.answer();
        }
    }

    private boolean hasValues(long request, ReplyDecoder reply) {
        reply.problem().forEachRemaining(problem -> {});
        ReplyDecoder.ResultsDecoder results = reply.results();
        if (results.count() != open.ops()) {
            fail("request " + request + " has " + results.count() + " results, expected " + open.ops());
            return false;
        }
        for (int op = 0; op < open.ops(); op++) {
            int key = open.key(request, op);
            long value = results.next().value();
            if (value != ++values[key]) {
                fail("op " + op + " of request " + request + " made the value " + value + ", expected " + values[key]);
                return false;
            }
        }
        return true;
    }

    @Override
    public void onBeat(Beat newest) {
        Beat before = beat;
        if (!newest.isPossible()) {
            fail("a BEAT that no leader can have written: " + newest);
        } else if (before != null && newest.epoch() != before.epoch()) {
            fail("another leader began to lead: epoch " + newest.epoch() + " after " + before.epoch());
        }
        beat = newest;
        beatNanos = System.nanoTime();
    }

    /** Ends the checks with that fault, unless there is one. */
    synchronized void fail(String text) {
        if (fault == null) {
            fault = text;
        }
    }

    /** Whether a leader's BEAT came within that time, as a gateway requires before it sends a command. */
    boolean isLed(long nanosMax) {
        return beat != null && System.nanoTime() - beatNanos <= nanosMax;
    }

    /** The newest BEAT, null before the first. */
    Beat beat() {
        return beat;
    }

    /** What was wrong first; null if nothing was. */
    String fault() {
        return fault;
    }
}
