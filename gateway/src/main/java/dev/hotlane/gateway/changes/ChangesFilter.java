package dev.hotlane.gateway.changes;

import java.util.Arrays;

/**
 * Which changes a stream has: those in which what the caller may read meets each condition given. A gap meets all. Immutable;
 * any thread.
 *
 * @param prefix a key of a counter, or of a reservation's line or limit, begins so; null: any
 * @param owner a reservation has this owner; null: any
 * @param kind the change is of this kind; null: any
 * @param sight what the caller may read
 */
@SuppressWarnings("ArrayRecordComponent") // made once, passed on, never compared
public record ChangesFilter(byte[] prefix, byte[] owner, String kind, ChangesSight sight) {
    /** Whether a group is sent. */
    boolean matches(ChangesGroup group) {
        if (group.isGap()) {
            return true;
        }
        boolean ofKind = kind == null;
        boolean ofPrefix = false;
        boolean ofOwner = owner == null;
        for (ChangesDocument document : group.documents()) {
            ofKind = ofKind || document.kind().equals(kind);
            for (ChangesDocument.Changed changed : document.changes()) {
                ofPrefix = ofPrefix || sight.sees(changed) && hasPrefix(changed.key());
            }
            for (ChangesDocument.Held held : document.reservations()) {
                if (sight.sees(held)) {
                    ofPrefix =
                            ofPrefix || prefix == null || held.keys().stream().anyMatch(this::hasPrefix);
                    ofOwner = ofOwner || Arrays.equals(owner, held.owner());
                }
            }
        }
        // Without a prefix it holds if anything may be read.
        return ofKind && ofOwner && (ofPrefix || prefix == null && sight.isAll());
    }

    private boolean hasPrefix(byte[] key) {
        return prefix == null
                || key.length >= prefix.length && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }
}
