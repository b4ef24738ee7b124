package dev.hotlane.proof.history.model;

/** The numbers of a RULES record that this model needs; times in ms. Immutable. */
public record ReplayRules(
        long version,
        long windowSize,
        long windowAge,
        long tickSlack,
        long idFuture,
        long holdRetention,
        long expiriesPerRecord,
        long holdsMax,
        long resolvedMax,
        String hashSeed) {

    static ReplayRules of(TableRow record) {
        return new ReplayRules(
                record.number("rulesVersion"),
                record.number("windowSize"),
                record.number("windowAgeMs"),
                record.number("tickSlackMs"),
                record.number("idFutureMs"),
                record.number("holdRetentionMs"),
                record.number("expiriesPerRecord"),
                record.number("holdsMax"),
                record.number("resolvedMax"),
                record.text("hashSeed"));
    }

    /** Before the first RULES nothing is remembered and nobody expects anything. */
    static ReplayRules none() {
        return new ReplayRules(0, 0, 0, 0, 0, 0, Long.MAX_VALUE, 0, 0, null);
    }
}
