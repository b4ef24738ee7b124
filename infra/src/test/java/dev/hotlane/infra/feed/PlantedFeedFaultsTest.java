package dev.hotlane.infra.feed;

import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.FoundFaults;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.stream.Stream;

/** Faults of the feed, each found by a test in memory. */
class PlantedFeedFaultsTest extends FoundFaults {
    private static final String KILLS = "eachSequenceIsPublishedOnceOverTwentyKills";

    static Stream<FoundFault> faults() {
        return Stream.of(
                new PlantedFault(
                                "a cut at a TICK that is not proved",
                                "FeedFollower",
                                "waiting.add(open);",
                                "waiting.add(open);prove(open.upTo, open.digest);")
                        .foundBy(FeedProofTest.class, "publishesNothingThatNoTickProved"),
                new PlantedFault(
                                "a cut is proved by the next TICK only",
                                "FeedFollower",
                                "cut.upTo == tick && cut.digest == digest",
                                "cut.upTo == tick && cut.digest == digest && cut == waiting.peekLast()")
                        .foundBy(FeedProofTest.class, "publishesWhatALeaderProvesThatIsBehindTheEnd"),
                new PlantedFault(
                                "a standby judges a position before its proof was read",
                                "FeedFollower",
                                "return named >= sequence;",
                                "return named >= sequence || first >= 0;")
                        .foundBy(FeedProofTest.class, "anotherDigestIsNoFaultBeforeALaterTickNamedIt"),
                new PlantedFault(
                                "a TICK proves a cut of another digest",
                                "FeedFollower",
                                "cut.upTo == tick && cut.digest == digest",
                                "cut.upTo == tick")
                        .foundBy(FeedProofTest.class, "anOlderTickOfAnotherDigestProvesNothing"),
                new PlantedFault(
                                "the position is that of the last record of the changes topic",
                                "FeedWriter",
                                "new FeedProgress(\n                cut.upTo,\n                frame",
                                "new FeedProgress(\n                cut.changes.isEmpty() ? cut.upTo : cut.changes.get(cut.changes.size() - 1).seq(),\n                frame")
                        .foundBy(FeedKillsTest.class, KILLS),
                new PlantedFault(
                                "the fence by the command topic's id",
                                "FeedClients",
                                "topicIds.get(TopicSpec.progress(lane).name())",
                                "topicIds.get(TopicSpec.commands(lane).name())")
                        .foundBy(FeedFenceIdTest.class, "idIsThatOfWhatIsWrittenAndOutlivesAnotherLog"),
                new PlantedFault(
                                "three forged TICKs at once end the feed",
                                "FeedDoubt",
                                "ENDS_AFTER_MS = 1_000",
                                "ENDS_AFTER_MS = 0")
                        .foundBy(FeedDoubtTest.class, "threeContradictionsWithinASecondEndNothing"),
                new PlantedFault(
                                "a replay ends before the TICK that was skipped",
                                "FeedDoubt",
                                "offset > skipped",
                                "offset > -2")
                        .foundBy(FeedDoubtTest.class, "replayWaitsForTheLastSkip"),
                new PlantedFault(
                                "no tombstones in the repair of a gap",
                                "FeedWriter",
                                ".forEach(key -> differences.put(key, Numbers.ABSENT));",
                                ".forEach(key -> {});")
                        .foundBy(FeedStandbyTest.class, "gapIsPublishedAndCountersAreRepaired"),
                new PlantedFault(
                                "the fence before the replay",
                                "Feed",
                                "(!follower.continues(position) || follower.next() > upTo())",
                                "follower != null")
                        .foundBy(FeedStandbyTest.class, "feedThatReplaysFencesNoOtherBeforeItCanPublish"),
                new PlantedFault(
                                "a standby without a save", "Feed", "if (passed && follower", "if (!passed && follower")
                        .foundBy(FeedStandbyTest.class, "standbySavesOnceTheKeptLogBeginsBehindItsFile"),
                new PlantedFault(
                                "keepFrom of a file that the position has not reached",
                                "Feed",
                                "return ports.files().usable(upTo)",
                                "return ports.files().newest()")
                        .foundBy(FeedStandbyTest.class, "standbySavesOnceTheKeptLogBeginsBehindItsFile"),
                new PlantedFault(
                                "the position is not read again behind the fence",
                                "Feed",
                                "publisher.fence();\n            position = ports.topics().readToEnd();",
                                "publisher.fence();")
                        .foundBy(FeedStandbyTest.class, "whatIsPublishedWhileAnotherFeedTakesOverIsNotPublishedAgain"),
                new PlantedFault(
                                "a standby takes older positions that it reads late",
                                "Feed",
                                "ports.topics().position().follows(position)",
                                "ports.topics().position() != null")
                        .foundBy(FeedKillsTest.class, KILLS),
                new PlantedFault(
                                "a cut of unknown outcome is lost",
                                "Feed",
                                "follower.giveBack(cut);",
                                "cut.hashCode();")
                        .foundBy(FeedStandbyTest.class, "commitsWithoutAnAnswerLoseAndRepeatNothing"),
                new PlantedFault(
                                "a sequence below the position is published again",
                                "FeedFollower",
                                "published = Math.max(published, upTo);",
                                "published = Math.max(published, upTo - 9);")
                        .foundBy(FeedKillsTest.class, KILLS),
                new PlantedFault(
                                "before is taken after the change",
                                "SequenceChanges",
                                "first == null ? change.before() : first.before()",
                                "first == null ? change.before() : change.before()")
                        .foundBy(FeedKillsTest.class, KILLS),
                new PlantedFault(
                                "an expiry under the wrong sequence",
                                "SequenceChanges",
                                "new SequenceParts.Head(seq, time,",
                                "new SequenceParts.Head(ofCommand ? seq : seq + 1, time,")
                        .foundBy(FeedKillsTest.class, KILLS),
                new PlantedFault(
                                "skip reads the position before it fences",
                                "FeedFence",
                                "output.fence();\n        try (FeedTopics topics = reader.get()) {\n            FeedProgress position = topics.readToEnd();",
                                "try (FeedTopics topics = reader.get()) {\n            FeedProgress position = topics.readToEnd();output.fence();")
                        .foundBy(FeedStandbyTest.class, "positionIsReadBehindTheFence"));
    }
}
