package dev.hotlane.infra.log;

import java.util.Map;

/** A topic as it is: its partitions, the copies of the first one, and the settings in force, defaults included. */
public record TopicState(int partitions, int copies, Map<String, String> settings) {}
