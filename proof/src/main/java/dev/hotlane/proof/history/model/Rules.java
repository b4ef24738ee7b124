package dev.hotlane.proof.history.model;

/** The numbers of a RULES record that this model needs; times in ms. Immutable. */
public record Rules(
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

    static Rules of(Row record) {
        return new Rules(
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
    static Rules none() {
        return new Rules(0, 0, 0, 0, 0, 0, Long.MAX_VALUE, 0, 0, null);
    }
}
