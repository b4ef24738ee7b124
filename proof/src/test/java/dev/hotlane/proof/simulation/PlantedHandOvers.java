package dev.hotlane.proof.simulation;

import dev.hotlane.proof.simulation.Planted.Edit;
import java.util.List;

/** The bugs of nodes, which answer the gateway of their own process in memory. */
final class PlantedHandOvers {
    private PlantedHandOvers() {}

    static List<Planted> all() {
        return List.of(
                PlantedFaults.processor("handed over before the LEAD is applied", "reply/ReplyStage", """
                        if (leading) {
                                    send(partition""", """
                        if (leading || partition == OWN) {
                                    send(partition"""),
                new Planted(
                        "handed over after a step-down",
                        "processor",
                        "processor/reply/ReplyStage.java",
                        List.of(
                                new Edit(
                                        "private boolean leading;",
                                        "private boolean leading;\n    private boolean led;"),
                                new Edit("leading = leads;", "leading = leads;\n        led |= leads;"),
                                new Edit("if (leading) {\n            send", """
                                        if (leading || led && partition == OWN) {
                                                    send"""))),
                PlantedFaults.processor("handed over and sent by topic", "reply/ReplySender", """
                        handedOver.setOpaque(handedOver.getPlain() + 1);
                                    mark.settle(batch);""", """
                        send(own.partition(), value, batch);"""),
                PlantedFaults.processor(
                        "settled although the hand-over was refused",
                        "reply/ReplySender",
                        "if (own.handOver(value, HAND_OVER_MAX)) {",
                        "if (own.handOver(value, HAND_OVER_MAX) || batch != null) {"),
                PlantedFaults.processor(
                        "a reply stage waits for ever",
                        "reply/ReplySender",
                        "HAND_OVER_MAX = Duration.ofSeconds(1)",
                        "HAND_OVER_MAX = Duration.ofDays(1_000)"),
                PlantedFaults.processor(
                        "replies of another gateway are handed over",
                        "reply/ReplyStage",
                        "boolean toOwn = partition == own.partition()\n"
                                + "                && ReplyRecord.isTo(effects.reply(), own.incarnationHi(), own.incarnationLo());",
                        "boolean toOwn = own.partition() >= 0;"),
                PlantedFaults.processor(
                        "replies of another incarnation are handed over",
                        "reply/ReplyStage",
                        "&& ReplyRecord.isTo(effects.reply(), own.incarnationHi(), own.incarnationLo())",
                        ""),
                PlantedFaults.processor(
                        "held replies are dropped above what the leader has sent",
                        "reply/ReplyStage",
                        "held.releaseBelow(effects.replied(),",
                        "held.releaseBelow(slot.offset,"),
                Planted.of(
                        "a SKIP needs no proof of a leader that answers in memory",
                        "infra",
                        "infra/repair/MemoryAnswers.java",
                        ".filter(this::answersInMemory)",
                        ".filter(lead -> lead.offset() < -1)"),
                PlantedFaults.processor(
                                "a node is led by a LEAD that hides its answers in memory",
                                "lead/Contender",
                                "accepted && leads && own.hidesMemory(value)",
                                "kind == null")
                        .foundBy("skipsBehindForgedLeads"));
    }
}
