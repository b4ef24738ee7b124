package dev.hotlane.proof.simulation;

import dev.hotlane.proof.simulation.Planted.Edit;
import java.util.List;

/** The bugs of views, which gateways answer reads from. */
final class PlantedViews {
    private PlantedViews() {}

    static List<Planted> all() {
        return List.of(
                gateway(
                        "no gap check",
                        "view/PackRule",
                        "return pack.from() > at.to() ? GAP : APPLY;",
                        "return APPLY;"),
                gateway(
                        "a pack that the view includes is applied again",
                        "view/PackRule",
                        "pack.to() > loaded ? REWRITTEN : IGNORE;",
                        "pack.to() > loaded ? REWRITTEN : APPLY;"),
                new Planted(
                                "the epoch is ignored",
                                "gateway",
                                "gateway/view/PackRule.java",
                                List.of(
                                        new Edit(
                                                "return pack.epoch() > at.epoch() && pack.leadSequence() <= at.to();",
                                                "return false;"),
                                        new Edit(
                                                "return at.leadSequence() != ViewCut.UNKNOWN && pack.leadSequence() != at.leadSequence();",
                                                "return false;")))
                        .foundBy("lostTails"),
                gateway(
                                "a READ below W proves an age",
                                "lane/ReadProofs",
                                "if (start.viewed >= sequence) {",
                                "if (start.viewed > Long.MAX_VALUE - 1) {")
                        .foundBy("lostTails"),
                new Planted(
                        "reset is ignored",
                        "gateway",
                        "gateway/view/PackRule.java",
                        List.of(
                                new Edit(
                                        "return pack.reset() && pack.to() > loaded ? REWRITTEN : IGNORE;",
                                        "return IGNORE;"),
                                new Edit("if (pack.reset()) {", "if (pack.reset() && loaded < -1) {"))),
                new Planted(
                        "W before the cells",
                        "gateway",
                        "gateway/view/ViewTable.java",
                        List.of(
                                new Edit("parts.forEach(part -> part.forEach(changes));", ""),
                                new Edit(
                                        "published = new Published(before.cells, before.seed, cut, before.packs + 1);",
                                        """
                                        published = new Published(before.cells, before.seed, cut, before.packs + 1);
                                                parts.forEach(part -> part.forEach(changes));"""))),
                gateway("removed keys are kept", "view/ViewTable", "before.cells.remove(cell);", ""),
                gateway(
                        "a cell stays if its counter is removed again",
                        "view/ViewTable",
                        "if (!cell.removed()) {",
                        "if (cell != null) {"),
                gateway(
                        "the wrong older version",
                        "view/CounterCell",
                        "(second > first || first > sequence)",
                        "(second < first || first > sequence)"),
                gateway("W is not checked again", "view/ViewRead", "&& !from.outdatedBy(table.published())", ""),
                gateway(
                        "the least offset is not looked at",
                        "call/LocalReads",
                        "&& read.cut().to() >= terms.minOffset()",
                        ""),
                gateway(
                        "the age counts from BEATs",
                        "lane/Exchanges",
                        "link.health().heard(beat, batch.atNanos());",
                        """
                        link.health().heard(beat, batch.atNanos());
                                    ReadProofs.Start start = link.proofs().start(batch.atNanos());
                                    if (start != null) {
                                        link.proofs().returned(start, beat.applied() - 1);
                                    }"""),
                gateway(
                                "the age goes on over a pause of the machine",
                                "lane/ReadProofs",
                                "return stoodStill ? -1",
                                "return stoodStill && age < 0 ? -1")
                        .foundBy("pausedMachines"),
                PlantedFaults.processor("a failed pack is dropped", "view/TopicSink", """
                        join();
                                dueNanos = now + (fails""", """
                        older.clear();
                                join();
                                dueNanos = now + (fails"""),
                PlantedFaults.processor(
                        "a SKIP sets no reset",
                        "view/ViewStage",
                        "kind == RecordKind.SKIP && effects.accepted()",
                        "kind == null"),
                PlantedFaults.processor(
                        "packs go by the newest record, not by a cut",
                        "view/MemorySink",
                        "pack.of(taken, from, cut);",
                        "cut.sequence++;\n        pack.of(taken, from, cut);"),
                Planted.of(
                        "the two sources differ",
                        "protocol",
                        "protocol/ViewWriter.java",
                        "next(value, version, held, confirmed).removed",
                        "next(value, version, 0, confirmed).removed"));
    }

    private static Planted gateway(String name, String type, String text, String instead) {
        return Planted.of(name, "gateway", "gateway/" + type + ".java", text, instead);
    }
}
