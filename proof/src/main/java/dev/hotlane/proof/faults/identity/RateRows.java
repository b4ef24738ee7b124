package dev.hotlane.proof.faults.identity;

import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.ScenePlan;
import java.util.List;

/** One principal calls more than it may, beside others and beside its own payers. */
public final class RateRows {
    /** As many as the callers of F65 that stay below their rates. */
    static final int OTHERS = 50;

    private RateRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        // Only what a row makes may be a failure's cause: a busy machine may delay BEATs.
        ScenePlan patient = ScenePlan.USUAL.withGatewayOptions("--gateway-beat-age-max-ms=10000");
        return List.of(
                FaultRow.of(
                        "F65",
                        "a principal far above its rate beside 50 others below theirs",
                        "429 for it alone, its calls as its rate; p99 of the others",
                        patient.withLoad(OTHERS, 200),
                        new FloodedRate()),
                FaultRow.of(
                        "F66",
                        "5,000 callers of one principal, and 100 payers of it",
                        "all payers confirm; time until then",
                        // All callers of the row have one address.
                        ScenePlan.USUAL.withGatewayOptions(
                                "--gateway-beat-age-max-ms=10000", "--gateway-peer-connections-max=8192"),
                        new CrowdedPayers()));
    }
}
