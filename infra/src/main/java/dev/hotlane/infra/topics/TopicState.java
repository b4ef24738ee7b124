package dev.hotlane.infra.topics;

import java.util.Map;

/** A topic as it is: its partitions, the copies of the first one, and the settings in force, defaults included. */
record TopicState(int partitions, int copies, Map<String, String> settings) {}
