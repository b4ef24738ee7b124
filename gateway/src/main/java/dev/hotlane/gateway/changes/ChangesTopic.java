package dev.hotlane.gateway.changes;

/** The two topics of the feed that streams of changes are read from; one partition each. */
public enum ChangesTopic {
    /** One record, or its parts, for each sequence that changed anything. */
    CHANGES("changes"),
    /** Up to where the feed has published. */
    PROGRESS("progress");

    private final String suffix;

    ChangesTopic(String suffix) {
        this.suffix = suffix;
    }

    /** The name of the topic of a lane. */
    public String of(String lane) {
        return lane + "." + suffix;
    }
}
