package dev.hotlane.gateway.settings;

/**
 * The database of the checkpoint that counters are listed from; immutable.
 *
 * @param jdbcUrl such as {@code jdbc:mysql://127.0.0.1:3306/hotlane}
 * @param user the account, which needs read access only; empty to use the URL's
 * @param password of the account, or empty
 */
public record MySqlSettings(String jdbcUrl, String user, String password) {
    /** Throws IllegalArgumentException unless it is a URL of MySQL. */
    public MySqlSettings {
        if (!jdbcUrl.startsWith("jdbc:mysql:")) {
            throw new IllegalArgumentException("gateway settings: expected a database like"
                    + " jdbc:mysql://host:3306/database, found " + withoutOptions(jdbcUrl));
        }
    }

    private static String withoutOptions(String url) {
        int options = url.indexOf('?');
        return options < 0 ? url : url.substring(0, options);
    }

    /** The URL without its options, which may hold secrets. */
    @Override
    public String toString() {
        return withoutOptions(jdbcUrl);
    }
}
