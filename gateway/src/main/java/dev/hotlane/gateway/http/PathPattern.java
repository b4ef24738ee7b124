package dev.hotlane.gateway.http;

/**
 * A path of the contract with at most one free segment between prefix and suffix.
 *
 * @param prefix start of the path, or the whole path
 * @param suffix what follows the free segment, or null if there is none
 */
record PathPattern(String prefix, String suffix) {

    /** Whether this path matches. */
    boolean matches(String path) {
        if (suffix == null) {
            return path.equals(prefix);
        }
        int segmentEnd = path.length() - suffix.length();
        return segmentEnd >= prefix.length()
                && path.startsWith(prefix)
                && path.endsWith(suffix)
                && path.indexOf('/', prefix.length()) == (suffix.isEmpty() ? -1 : segmentEnd);
    }

    /** Whether the path has a free segment. */
    boolean hasSegment() {
        return suffix != null;
    }

    /** The decoded free segment of a matching path. */
    byte[] segment(String path) {
        return PathText.decode(path, prefix.length(), path.length() - suffix.length(), "the path");
    }
}
