package dev.hotlane.processor.recover;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.protocol.HeapShare;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.process.HeapSize;

/**
 * Whether the heap of this process holds what RULES allow. A process that began and found out later would end at the
 * same record at each start. Any thread.
 *
 * @param share what else is in the heap
 * @param heapBytes size of the heap
 */
public record HeapCheck(HeapShare share, long heapBytes) {
    /** Of this JVM. */
    public static HeapCheck ofThisJvm(HeapShare share) {
        return new HeapCheck(share, HeapSize.bytes());
    }

    /** Whether it holds these rules; true for null, no rules. */
    public boolean holds(Rules rules) {
        return rules == null || share.needed(rules) <= heapBytes;
    }

    /** Throws HaltReason with code 52 unless it holds these rules, those at the end of the log. */
    public void require(Rules rules) {
        if (!holds(rules)) {
            long needed = share.needed(rules);
            throw new HaltReason(
                    ExitCode.HEAP_TOO_SMALL,
                    "RULES(" + rules.rulesVersion() + ") at the end of the log allow " + rules.stateBytesMax()
                            + " bytes of counters and holds and " + rules.windowBytesMax() + " of the window: "
                            + (share.viewed() ? "a node with a view" : "a processor") + " needs a heap of " + needed
                            + " bytes for them, found " + heapBytes + ". Start it with at least -Xmx"
                            + (needed + (1 << 20) - 1 >> 20) + "m in HOTLANE_JAVA_OPTS, or lower stateBytesMax and"
                            + " windowBytesMax: `hotlane rules set`");
        }
    }
}
