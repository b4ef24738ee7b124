package dev.hotlane.proof.faults.rows;

import dev.hotlane.proof.faults.base.LaneBuild;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.ScenePlan;
import java.util.List;

/** An upgrade from the base to this build, and back, under load. */
public final class UpgradeRows {
    private UpgradeRows() {}

    /** The row, with this build as the next one. */
    public static List<FaultRow> all() {
        return List.of(to(LaneBuild.THIS));
    }

    /** The row with another build in the place of this one. */
    public static FaultRow to(LaneBuild next) {
        return FaultRow.of(
                "F67",
                "upgrade from the base to this build, with take-overs both ways and other RULES",
                "each build loads the other's checkpoint and follows its log with equal digests; longest gap in answers",
                ScenePlan.USUAL,
                new Upgrade(next));
    }
}
