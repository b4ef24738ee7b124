package dev.hotlane.gateway.settings;

/**
 * Where the checkpoint is, for what is listed from it; immutable.
 *
 * @param jdbcUrl such as {@code jdbc:mysql://127.0.0.1:3306/hotlane}
 * @param user the account, which needs to read only; empty to leave it to the URL
 * @param password of the account, or empty
 */
public record MySqlSettings(String jdbcUrl, String user, String password) {
    /** Refuses with IllegalArgumentException what is no URL of MySQL. */
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
