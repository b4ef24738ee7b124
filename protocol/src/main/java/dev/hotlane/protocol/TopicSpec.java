package dev.hotlane.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The settings that a lane requires of a topic.
 *
 * @param name name of the topic
 * @param partitions the exact number
 * @param settings topic settings that must have exactly these values
 */
public record TopicSpec(String name, int partitions, Map<String, String> settings) {
    /** The one partition of the command topic. */
    public static final int COMMAND_PARTITION = 0;

    private static final String TEN_MINUTES_MS = "600000";
    private static final String HALF_AN_HOUR_MS = "1800000";
    private static final String ONE_HOUR_MS = "3600000";
    private static final String ONE_DAY_MS = "86400000";
    private static final String SEVEN_DAYS_MS = "604800000";
    private static final String ONE_MINUTE_MS = "60000";

    /** The command topic of a lane: one partition, not compacted, LogAppendTime, kept until the checkpoint. */
    public static TopicSpec commands(String lane) {
        return new TopicSpec(
                lane + ".commands",
                1,
                Map.of(
                        "cleanup.policy", "delete",
                        "message.timestamp.type", "LogAppendTime",
                        "retention.ms", "-1",
                        "retention.bytes", "-1",
                        "unclean.leader.election.enable", "false"));
    }

    /** The reply topic of a lane: one partition per gateway; kept for 10 min; by default a request waits 10 s. */
    public static TopicSpec replies(String lane, int gateways) {
        return expiring(lane + ".replies", gateways, TEN_MINUTES_MS);
    }

    /** The view topic of a lane, for gateways that run alone: one partition, LogAppendTime, kept for 30 min. */
    public static TopicSpec view(String lane) {
        return expiring(lane + ".view", 1, HALF_AN_HOUR_MS);
    }

    /** A topic whose records are kept for that time. */
    private static TopicSpec expiring(String name, int partitions, String retentionMs) {
        return new TopicSpec(
                name,
                partitions,
                Map.of(
                        "cleanup.policy", "delete",
                        "message.timestamp.type", "LogAppendTime",
                        "retention.ms", retentionMs,
                        "segment.bytes", "67108864",
                        "unclean.leader.election.enable", "false"));
    }

    /** The topic of a lane's product cards: one partition, compacted an hour after the write at the earliest. */
    public static TopicSpec cards(String lane) {
        return new TopicSpec(
                lane + ".cards",
                1,
                Map.of(
                        "cleanup.policy", "compact",
                        "min.compaction.lag.ms", ONE_HOUR_MS,
                        // A document of 1 MiB, its key, and what Kafka adds.
                        "max.message.bytes", "1179648",
                        "unclean.leader.election.enable", "false"));
    }

    /** The feed's latest value of each counter: compacted after a minute, tombstones stay a day. */
    public static TopicSpec counters(String lane) {
        Map<String, String> compacted = Map.of(
                "cleanup.policy", "compact",
                "message.timestamp.type", "LogAppendTime",
                "min.compaction.lag.ms", ONE_MINUTE_MS,
                "delete.retention.ms", ONE_DAY_MS,
                "unclean.leader.election.enable", "false");
        return new TopicSpec(lane + ".counters", 1, compacted);
    }

    /** The feed's record of each sequence that changed anything, kept for 7 days. */
    public static TopicSpec changes(String lane) {
        return expiring(lane + ".changes", 1, SEVEN_DAYS_MS);
    }

    /** The feed's position: one key. */
    public static TopicSpec progress(String lane) {
        Map<String, String> compacted = Map.of(
                "cleanup.policy", "compact",
                "message.timestamp.type", "LogAppendTime",
                "segment.bytes", "67108864",
                "unclean.leader.election.enable", "false");
        return new TopicSpec(lane + ".progress", 1, compacted);
    }

    /**
     * The same topic with every append flushed to the broker's disk before it is acknowledged or read. A single broker
     * without copies needs this so that a power failure loses nothing that was answered.
     */
    public TopicSpec flushed() {
        Map<String, String> more = new TreeMap<>(settings);
        more.put("flush.messages", "1");
        return new TopicSpec(name, partitions, Map.copyOf(more));
    }

    /** The differences from the topic found, one sentence each; empty if it may be used. */
    public List<String> differences(int partitionsFound, Map<String, String> settingsFound) {
        List<String> differences = new ArrayList<>();
        if (partitionsFound != partitions) {
            differences.add(name + " has " + partitionsFound + " partitions, expected " + partitions);
        }
        wrongSettings(settingsFound)
                .forEach((setting, expected) -> differences.add(
                        name + " has " + setting + "=" + settingsFound.get(setting) + ", expected " + expected));
        return differences;
    }

    /** Settings of the topic found that differ, with their required values, sorted by name. */
    public Map<String, String> wrongSettings(Map<String, String> settingsFound) {
        Map<String, String> wrong = new TreeMap<>(settings);
        wrong.entrySet().removeIf(setting -> setting.getValue().equals(settingsFound.get(setting.getKey())));
        return wrong;
    }

    /**
     * The same topic with this number of copies. From 3 copies on, a write is acknowledged once 2 have it, so one
     * broker may fail without loss of anything answered.
     */
    public TopicSpec replicated(int copies) {
        Map<String, String> more = new TreeMap<>(settings);
        more.put("min.insync.replicas", copies >= 3 ? "2" : "1");
        return new TopicSpec(name, partitions, Map.copyOf(more));
    }
}
