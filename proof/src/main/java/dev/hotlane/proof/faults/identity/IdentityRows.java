package dev.hotlane.proof.faults.identity;

import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.ScenePlan;
import java.util.List;

/** Keys, certificates and the keys of the token server change while callers call. */
public final class IdentityRows {
    private IdentityRows() {}

    /** The row. */
    public static List<FaultRow> all() {
        return List.of(FaultRow.of(
                "F68",
                "keys, certificates, JWKS rotated under load; the token server killed",
                "old ones work until removed, then 401 within 2 s; no honest call refused",
                ScenePlan.USUAL,
                new RotatedIdentities()));
    }
}
