package dev.hotlane.access.token;

/**
 * The SHA-256 of a token's text. The cache keeps tokens by it: it has no text that could be used, and 10,000 tokens take
 * 1 MB and not 80.
 */
record TokenHash(long first, long second, long third, long fourth) {
    @Override
    public int hashCode() {
        return (int) first;
    }
}
