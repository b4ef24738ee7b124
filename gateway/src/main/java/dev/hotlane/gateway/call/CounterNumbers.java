package dev.hotlane.gateway.call;

import dev.hotlane.protocol.sbe.ReplyDecoder;

/** The numbers of one counter; a negative version marks a bucket. Immutable; any thread. */
public record CounterNumbers(long value, long held, long confirmed, long version) {
    static CounterNumbers of(ReplyDecoder.CountersDecoder counter) {
        return new CounterNumbers(counter.value(), counter.held(), counter.confirmed(), counter.version());
    }
}
