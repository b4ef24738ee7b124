package dev.hotlane.gateway.board;

/**
 * A board that can be sent. Immutable; any thread.
 *
 * @param plain the JSON document; nobody may change it
 * @param gzip the same as one gzip member; nobody may change it
 * @param hash XXH64 of the plain form, in hexadecimal
 * @param sequence the last record that the values contain
 * @param staleMs upper bound of their age, in ms
 */
public record BoardAnswer(byte[] plain, byte[] gzip, String hash, long sequence, long staleMs) {
    /** The entity tag of the plain form, in quotes. */
    public String plainTag() {
        return '"' + hash + '"';
    }

    /** The entity tag of the compressed form, in quotes. */
    public String gzipTag() {
        return '"' + hash + "-gzip\"";
    }
}
