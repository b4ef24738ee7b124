package dev.hotlane.infra.past;

import dev.hotlane.protocol.planted.FoundFault;
import dev.hotlane.protocol.planted.FoundFaults;
import dev.hotlane.protocol.planted.PlantedFault;
import java.util.List;

/** Faults in what is said of the past, one at a time: each is found. */
class PlantedTimeFaultsTest extends FoundFaults {
    static List<FoundFault> faults() {
        return List.of(
                new FoundFault(
                        new PlantedFault(
                                "record time instead of log time",
                                "PastState",
                                "|| !exceeds(next, time))",
                                "|| next.timestamp() <= time)"),
                        PastStateTest.class,
                        "theStateAtEachMillisecondIsThatOfTheModel"),
                new FoundFault(
                        new PlantedFault(
                                "a time that is not over is answered",
                                "PastState",
                                "        if (next == null) {",
                                "        if (next == null && time < 0) {"),
                        PastStateTest.class,
                        "theStateAtEachMillisecondIsThatOfTheModel"),
                new FoundFault(
                        new PlantedFault(
                                "an expiry is charged to the record's command",
                                "RecordChanges",
                                "            by = resolved.get(change.expiry());",
                                "            by = id;"),
                        LogHistoryTest.class,
                        "aReservationHasItsOwnChangesAndThoseOfItsExpiry"),
                new FoundFault(
                        new PlantedFault(
                                "SKIPs are ignored in a segment",
                                "PastReplay",
                                "            state.quarantine(skips);",
                                "            state.quarantine(fresh ? skips : new long[0]);"),
                        LogHistoryTest.class,
                        "segmentsAtSnapshotsGiveTheSameAsOneReplay"),
                new FoundFault(
                        new PlantedFault(
                                "a record is passed on before a SKIP of it can be seen",
                                "LogSpan",
                                "return scanned >= end || scan.passed(offset);",
                                "return scanned > offset || scan.passed(offset);"),
                        PastStateTest.class,
                        "theStateAfterEachRecordIsThatOfTheModel"),
                new FoundFault(
                        new PlantedFault(
                                "the last record of a snapshot is not compared with the log",
                                "SnapshotShelf",
                                "        return same;",
                                "        return true;"),
                        PastStateTest.class,
                        "aDamagedOrForeignSnapshotIsReportedAndTheNextOlderOneTaken"),
                new FoundFault(
                        new PlantedFault(
                                "a retry of a loaded id is rewritten",
                                "RecordRewrite",
                                "|| state.rows().hasId(command.id(), firstSequence)",
                                ""),
                        WhatIfTest.class,
                        "aRetryOfACommandFromBeforeThePartIsNoOtherCommand"),
                new FoundFault(
                        new PlantedFault(
                                "SKIPs do not hold for the other state",
                                "OtherLane",
                                "                state.quarantine(quarantined);\n",
                                ""),
                        WhatIfTest.class,
                        "noChangeGivesEqualColumnsDigestIncluded"),
                new FoundFault(
                        new PlantedFault(
                                "a TICK keeps its digest under other rules",
                                "RecordRewrite",
                                "                -1,\n                0,\n",
                                "                tick.previousTick(),\n                tick.previousDigest(),\n"),
                        WhatIfTest.class,
                        "aLimitRewrittenAndRewrittenBackGivesTheOriginalOutcome"),
                new FoundFault(
                        new PlantedFault(
                                "an assumed confirm is chosen by its place in the log",
                                "AssumedConfirms",
                                "isNew && (hash >>> 1) % Math.max(1, ended)",
                                "isNew && (open.add(hash) ? open.size() : 0) % Math.max(1, ended)"),
                        AssumedConfirmsTest.class,
                        "theOrderOfReservationsChangesNoChoice"),
                new FoundFault(
                        new PlantedFault(
                                "the first byte of an id chooses for all that have it",
                                "AssumedConfirms",
                                "Hash.of(recordKey, 0, recordKey.length, SEED)",
                                "Hash.of(recordKey, 0, 1, SEED)"),
                        AssumedConfirmsTest.class,
                        "aRateBetweenNoneAndAllChoosesThatShare"),
                new FoundFault(
                        new PlantedFault(
                                "an extension has no line in a history",
                                "RecordChanges",
                                "if (extended != null) {",
                                "if (extended != null && sequence < 0) {"),
                        ExtendedHistoryTest.class,
                        "eachExtensionOfItIsThereWithBothTimes"),
                new FoundFault(
                        new PlantedFault(
                                "the time before an extension is that of another reservation",
                                "RecordChanges",
                                "expiresAt = same ? hold.expiresAt() : expiresAt;",
                                "expiresAt = hold.expiresAt();"),
                        ExtendedHistoryTest.class,
                        "eachExtensionOfItIsThereWithBothTimes"),
                new FoundFault(
                        new PlantedFault(
                                "a replay from a snapshot has not the time before an extension",
                                "RecordChanges",
                                "            expiresAt = image.expiresAt();",
                                "            expiresAt = 0;"),
                        ExtendedHistoryTest.class,
                        "aReplayFromBehindASnapshotGivesTheSame"));
    }
}
