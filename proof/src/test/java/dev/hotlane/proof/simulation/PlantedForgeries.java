package dev.hotlane.proof.simulation;

import java.util.ArrayList;
import java.util.List;

/** The bugs that the simulation must find because an intruder writes control records. */
final class PlantedForgeries {
    private PlantedForgeries() {}

    static List<Planted> all() {
        List<Planted> all = new ArrayList<>(inVain());
        all.addAll(inForce());
        return all;
    }

    /** Of what somebody forges in vain. */
    private static List<Planted> inVain() {
        return List.of(
                PlantedFaults.processor(
                        "any RESIGN ends the flush",
                        "flush/FlushStage",
                        "&& resignedAt.getAsLong() == slot.offset",
                        ""),
                PlantedFaults.processor(
                        "a TICK that contradicts the state counts",
                        "state/Leadership",
                        "= reigning && contradiction == null;",
                        "= reigning;"),
                PlantedFaults.processor(
                        "one forged TICK keeps a follower down", "lead/Doubt", "IN_A_ROW = 3", "IN_A_ROW = 1"),
                PlantedFaults.processor(
                        "a TICK that saw the future counts",
                        "state/Leadership",
                        "return past && tick.epoch()",
                        "return tick.epoch()"),
                PlantedFaults.processor(
                        "a SKIP of the future is kept in mind", "state/SkipScan", "|| skipped >= offset ||", "||"),
                PlantedFaults.processor(
                        "absurd RULES come into force", "state/RulesInForce", "next.fault() != null ||", ""),
                Planted.of(
                        "the highest epoch closes a gateway",
                        "gateway",
                        "gateway/lane/LaneHealth.java",
                        "|| atNanos - last.atNanos > beatAgeMaxNanos / 2",
                        ""));
    }

    /** Of forged RULES and SKIPs that count. Without these the rules never change, and no leader meets such a SKIP. */
    private static List<Planted> inForce() {
        return List.of(
                PlantedFaults.processor(
                        "the checkpoint keeps the first rules",
                        "flush/FlushStage",
                        "cut.set(slot.meta);",
                        "byte[] first = cut.rules; cut.set(slot.meta); cut.rules = first.length == 0 ? cut.rules : first;"),
                PlantedFaults.processor(
                        "MySQL gets what no TICK has passed",
                        "flow/FlushLimit",
                        "return Math.min(replied.getAsLong(), passed.getAsLong());",
                        "return replied.getAsLong();"),
                PlantedFaults.processor(
                        "MySQL gets what is not answered yet",
                        "flow/FlushLimit",
                        "return Math.min(replied.getAsLong(), passed.getAsLong());",
                        "return passed.getAsLong();"),
                PlantedFaults.processor("new rules wait for the next start", "state/State", """
                        out.acceptIf(inForce.put(offset, view.rules()));
                                        rules = inForce.rules();""", """
                        out.acceptIf(inForce.put(offset, view.rules()));
                                        rules = rules == null ? inForce.rules() : rules;"""),
                PlantedFaults.processor(
                        "RULES with another hash seed come into force",
                        "state/RulesInForce",
                        "|| rules != null && next.hashSeed() != rules.hashSeed()",
                        ""),
                PlantedFaults.processor(
                        "an absurd time ahead of ids overflows",
                        "state/Outcomes",
                        "idTime - at.rules.idFutureMs() > now",
                        "idTime > now + at.rules.idFutureMs()"),
                PlantedFaults.processor(
                        "a command may have any number of ops",
                        "state/Commands",
                        "command.opCount() > rules.opsMax() ||",
                        ""),
                PlantedFaults.processor(
                        "limits are judged before the id lookup",
                        "state/Commands",
                        "Verdict refusal = inadmissible(at.command, at.rules);",
                        """
                        Verdict refusal = inadmissible(at.command, at.rules);
                        refusal = refusal == Verdict.OK ? beyondLimits(at.command, at.rules) : refusal;"""),
                PlantedFaults.processor(
                        "a leader goes on past a SKIP",
                        "ring/StateStage",
                        "state.apply(slot.offset, slot.timestamp, slot.key, slot.value, effects);",
                        """
                        try {
                            state.apply(slot.offset, slot.timestamp, slot.key, slot.value, effects);
                        } catch (dev.hotlane.processor.state.LateSkipException late) {
                            if (!leading) {
                                throw late;
                            }
                        }"""),
                PlantedFaults.processor(
                        "a leader goes on past a SKIP of a command",
                        "ring/StateStage",
                        "state.apply(slot.offset, slot.timestamp, slot.key, slot.value, effects);",
                        """
                        try {
                            state.apply(slot.offset, slot.timestamp, slot.key, slot.value, effects);
                        } catch (dev.hotlane.processor.state.LateSkipException late) {
                            if (!leading || garbage() > 0) {
                                throw late;
                            }
                        }"""));
    }
}
