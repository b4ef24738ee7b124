package dev.hotlane.access;

/** The header {@code Authorization: Bearer TOKEN}. Any thread. */
public final class BearerHeader {
    /** Most characters of a token. */
    public static final int TOKEN_MAX = 8 * 1024;

    private static final String SCHEME = "Bearer ";

    private BearerHeader() {}

    /** What stands behind the scheme: 1 to {@link #TOKEN_MAX} characters; null if it is another scheme or length. */
    public static String token(String header) {
        if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return null;
        }
        String token = header.substring(SCHEME.length()).strip();
        return token.isEmpty() || token.length() > TOKEN_MAX ? null : token;
    }
}
