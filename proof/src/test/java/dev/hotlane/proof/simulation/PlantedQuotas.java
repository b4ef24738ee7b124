package dev.hotlane.proof.simulation;

import java.util.List;

/** Faults of the lane's limits: what counts, what returns, and what is judged when. */
final class PlantedQuotas {
    private PlantedQuotas() {}

    static List<Planted> all() {
        return List.of(
                PlantedFaults.processor(
                        "there may be any number of counters",
                        "state/Quota",
                        "count > rules.countersMax()",
                        "count < 0"),
                PlantedFaults.processor(
                        "a command above a quota is remembered",
                        "state/Commands",
                        "if (verdict == Verdict.QUOTA_EXCEEDED) {",
                        "if (verdict == null) {"),
                PlantedFaults.processor("a command above a quota takes the stock", "state/Transaction", """
                        Verdict verdict = quota.judge(at);
                                if (verdict != Verdict.OK) {
                                    undo(count);""", """
                        Verdict verdict = quota.judge(at);
                                if (verdict != Verdict.OK) {
                                    tell(count, out);"""),
                PlantedFaults.processor(
                        "bytes of a counter are not returned",
                        "state/Counters",
                        "bytes += more * StateBytes.counter((int) page[at + LENGTH]);",
                        "bytes += Math.max(more, 0) * StateBytes.counter((int) page[at + LENGTH]);"),
                PlantedFaults.processor(
                        "bytes of a bucket are not returned", "state/Counters", "bytes -= StateBytes.BUCKET;", ""),
                PlantedFaults.processor(
                        "bytes of an open hold are not returned", "state/Holds", "openBytes -= rows.bytes(place);", ""),
                PlantedFaults.processor(
                        "bytes of a resolved hold are not returned",
                        "state/Holds",
                        "resolvedBytes -= rows.bytes(place);",
                        ""),
                PlantedFaults.processor(
                        "bytes of the window are not returned",
                        "state/Window",
                        "bytes -= StateBytes.windowEntry(length);",
                        ""),
                PlantedFaults.processor(
                        "open holds take no room",
                        "state/Quota",
                        "counters.bytes() + holds.openBytes() + holdBytes",
                        "counters.bytes() + holdBytes"),
                PlantedFaults.processor(
                        "the quota is judged before the ops", "state/Transaction", "quota.begin();", """
                        quota.begin();
                                if (quota.judge(at) != Verdict.OK) {
                                    return Verdict.QUOTA_EXCEEDED;
                                }"""));
    }
}
