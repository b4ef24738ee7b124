package dev.hotlane.gateway.lane;

/**
 * What the event loops of one gateway share on the way into the log and back; any thread may use each of them.
 *
 * @param incarnationHi first half of 128 random bits, drawn at start
 * @param incarnationLo second half
 * @param replyPartition partition of the reply topic
 * @param producer producer into the log
 * @param health health of the lane
 * @param meters counts of what happens on the way
 * @param proofs what the READs of this gateway prove
 */
public record LaneLink(
        long incarnationHi,
        long incarnationLo,
        int replyPartition,
        CommandProducer producer,
        LaneHealth health,
        ExchangeMeters meters,
        ReadProofs proofs) {}
