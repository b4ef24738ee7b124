package dev.hotlane.proof.simulation;

/** A record that no process can apply: the state stage fails there, on every process and at every start. */
final class PoisonRecord extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long offset;

    PoisonRecord(long offset) {
        super("poison at offset " + offset);
        this.offset = offset;
    }

    long offset() {
        return offset;
    }
}
