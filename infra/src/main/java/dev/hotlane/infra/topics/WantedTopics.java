package dev.hotlane.infra.topics;

import dev.hotlane.protocol.TopicSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * The topics of a lane, as they are wanted. Immutable.
 *
 * @param lane name of the lane
 * @param gateways partitions of the reply topic
 * @param flushed whether a command is on the broker's disk before it is acknowledged: for a broker without copies.
 *     Replies are not: their commands are in the command log, and a retry gets the same reply
 * @param view whether the view topic is wanted
 * @param cards whether the topic of product cards is wanted
 * @param feed whether the three topics of the change feed are wanted
 */
public record WantedTopics(String lane, int gateways, boolean flushed, boolean view, boolean cards, boolean feed) {
    /** The reply topic and the command topic, not flushed; no others. */
    public static WantedTopics of(String lane, int gateways) {
        return new WantedTopics(lane, gateways, false, false, false, false);
    }

    /** A copy whose commands are flushed to disk, or not. */
    public WantedTopics withFlushed(boolean other) {
        return new WantedTopics(lane, gateways, other, view, cards, feed);
    }

    /** A copy with the view topic, or without it. */
    public WantedTopics withView(boolean other) {
        return new WantedTopics(lane, gateways, flushed, other, cards, feed);
    }

    /** A copy with the topic of product cards, or without it. */
    public WantedTopics withCards(boolean other) {
        return new WantedTopics(lane, gateways, flushed, view, other, feed);
    }

    /** A copy with the three topics of the change feed, or without them. */
    public WantedTopics withFeed(boolean other) {
        return new WantedTopics(lane, gateways, flushed, view, cards, other);
    }

    TopicSpec commandSpec() {
        TopicSpec spec = TopicSpec.commands(lane);
        return flushed ? spec.flushed() : spec;
    }

    TopicSpec replySpec() {
        return TopicSpec.replies(lane, gateways);
    }

    TopicSpec viewSpec() {
        return TopicSpec.view(lane);
    }

    TopicSpec cardSpec() {
        return TopicSpec.cards(lane);
    }

    /** The topics that the feed writes. */
    List<TopicSpec> feedSpecs() {
        return List.of(TopicSpec.counters(lane), TopicSpec.changes(lane), TopicSpec.progress(lane));
    }

    /** Whether a lane works without this topic, and it is not wanted. */
    boolean omits(TopicSpec spec) {
        return !view && spec.equals(viewSpec())
                || !cards && spec.equals(cardSpec())
                || !feed && feedSpecs().contains(spec);
    }

    /** All topics that a lane may have, in the order in which they are made. */
    List<TopicSpec> all() {
        List<TopicSpec> all = new ArrayList<>(List.of(replySpec(), commandSpec(), viewSpec(), cardSpec()));
        all.addAll(feedSpecs());
        return all;
    }

    /** The command that makes them. */
    String createCommand() {
        return "./hotlane topics create --lane " + lane + " --gateways " + gateways + (view ? " --view" : "")
                + (cards ? " --cards" : "") + (feed ? " --feed" : "");
    }
}
