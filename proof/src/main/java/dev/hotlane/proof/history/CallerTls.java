package dev.hotlane.proof.history;

/**
 * TLS of a caller's connections, each part as PEM. Immutable; callers with equal ones share connections.
 *
 * @param authorities whom the caller trusts
 * @param certificate that the caller shows; null: none
 * @param key of the certificate; null: none
 */
public record CallerTls(String authorities, String certificate, String key) {
    @Override
    public String toString() {
        return certificate == null ? "TLS" : "TLS with a certificate";
    }
}
