package dev.hotlane.infra.topics;

import java.util.Map;

/** A topic as it is: its partitions, copies of the first of them, and settings in force, defaults included. */
record TopicState(int partitions, int copies, Map<String, String> settings) {}
