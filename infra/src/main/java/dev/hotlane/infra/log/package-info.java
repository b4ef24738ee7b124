/**
 * Looks at topics: what the brokers report of them, and their records by offset, time, key or id, from the end or as
 * they grow. In: brokers, the name of a topic, what to look for. Out: records, or lines of JSON.
 * {@code RecordsAhead} decodes records for a follower's state before their turn.
 * Thread: the caller's, blocking.
 * May import: protocol, flusher (Identity), processor.state (LookAhead), console.log, console.care (LaneCare), kafka-clients.
 */
package dev.hotlane.infra.log;
