package dev.hotlane.flusher;

/**
 * The checkpoint in MySQL as seen at start and by verify: schema, identity, load. Every method opens a connection of
 * its own and throws {@link FlusherException}. Any thread.
 */
public final class Checkpoint {
    private final FlushSettings settings;

    public Checkpoint(FlushSettings settings) {
        this.settings = settings;
    }

    /** Creates the tables or brings them up to date. */
    public void migrate() {
        throw new UnsupportedOperationException(settings.jdbcUrl());
    }

    /** Makes the meta row of a virgin database, at offset 0; otherwise changes nothing. Returns what is stored. */
    public Identity initialize(Identity ifVirgin) {
        throw new UnsupportedOperationException(settings.jdbcUrl());
    }

    /** Reads the whole checkpoint as one snapshot, whatever the writer does meanwhile. Writes nothing. */
    public void load(CheckpointSink sink) {
        throw new UnsupportedOperationException(settings.jdbcUrl());
    }

    /** Settings of the server that an operator should know of. */
    public ServerFacts server() {
        throw new UnsupportedOperationException(settings.jdbcUrl());
    }
}
