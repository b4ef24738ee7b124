package dev.hotlane.proof.simulation;

import java.util.List;

/** The bugs of the change feed: each breaks one of F1 to F5, in plans where feeds follow every lane. */
final class PlantedFeeds {
    private PlantedFeeds() {}

    static List<Planted> all() {
        return List.of(
                feed("the feed's position is its last change", "ConsumedTopics", """
                        if (placed) {
                                    readTo(end);
                                    return position;
                        """, """
                        if (placed) {
                                    readTo(end);
                                    long last = -1;
                                    reader.assign(List.of(changes));
                                    reader.seekToBeginning(List.of(changes));
                                    for (ConsumerRecord<byte[], byte[]> record : reader.poll(POLL).records(changes)) {
                                        byte[] seq = record.headers().lastHeader(FeedProgress.SEQ_HEADER).value();
                                        last = Long.parseLong(new String(seq, StandardCharsets.US_ASCII));
                                    }
                                    return position == null ? null : new FeedProgress(last, position.keepFrom(),
                                            position.time(), position.base(), position.topic(), position.prefixes(),
                                            position.buckets(), position.counters(), position.changes(),
                                            position.digest());
                        """),
                feed(
                        "no tombstones in the repair of a gap",
                        "FeedWriter",
                        ".forEach(key -> differences.put(key, Numbers.ABSENT));",
                        ".forEach(key -> {});"),
                feed(
                        "the feed fences before its replay",
                        "Feed",
                        "(!follower.continues(position) || follower.next() > upTo())",
                        "follower != null"),
                feed(
                        "the feed's cut ends at a TICK that is not proved",
                        "FeedFollower",
                        "waiting.add(open);",
                        "waiting.add(open);prove(open.upTo, open.digest);"),
                feed(
                        "a standby feed without a save",
                        "Feed",
                        "if (passed && follower.next() > position.keepFrom())",
                        "if (passed && follower.next() < 0)"),
                Planted.of(
                                "the log is kept from the feed's position only",
                                "processor",
                                "processor/watch/FeedLimit.java",
                                "position.keepFrom() - position.base()",
                                "position.upTo() - position.base()")
                        .foundBy("followedLanes"),
                feed("skip reads the feed's position before it fences", "FeedFence", """
                        output.fence();
                                try (FeedTopics topics = reader.get()) {
                                    FeedProgress position = topics.readToEnd();
                        """, """
                        try (FeedTopics topics = reader.get()) {
                                    FeedProgress position = topics.readToEnd();
                                    output.fence();
                        """),
                feed(
                        "before is taken after the change",
                        "SequenceChanges",
                        "first == null ? change.before() : first.before()",
                        "first == null ? change.before() : change.before()"),
                feed(
                        "an expiry under the wrong sequence",
                        "SequenceChanges",
                        "new SequenceParts.Head(seq, time,",
                        "new SequenceParts.Head(ofCommand ? seq : seq + 1, time,"),
                feed("a feed's cut of unknown outcome is lost", "Feed", "follower.giveBack(cut);", "cut.hashCode();"),
                feed("a feed does not read its position again behind the fence", "Feed", """
                        publisher.fence();
                                    position = ports.topics().readToEnd();""", "publisher.fence();"),
                onASecondLog(
                        "the position of a feed names no base of sequences",
                        "Feed",
                        "keepFrom(cut.upTo), follower.base(), follower",
                        "keepFrom(cut.upTo), 0, follower"),
                onASecondLog(
                        "a feed begins a re-anchored log with an empty state",
                        "StateSources",
                        "|| position == null || position.base() == 0;",
                        "|| position == null || position.base() >= 0;"));
    }

    private static Planted onASecondLog(String name, String type, String text, String instead) {
        return Planted.of(name, "infra", "infra/feed/" + type + ".java", text, instead)
                .foundBy("reAnchoredLanes");
    }

    private static Planted feed(String name, String type, String text, String instead) {
        return Planted.of(name, "infra", "infra/feed/" + type + ".java", text, instead)
                .foundBy("followedLanes");
    }
}
