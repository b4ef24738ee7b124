package dev.hotlane.proof.simulation;

/** What is wrong at the moment with the view stage of one processor and with its way to the view topic. */
final class SimViewFaults {
    private final World world;
    private long sendsBadlyUntil;
    private long takesNothingUntil;
    private long lagsUntil;

    SimViewFaults(World world) {
        this.world = world;
    }

    void happen(Incident incident, long until) {
        switch (incident.what()) {
            case VIEW_SENDS_BADLY -> sendsBadlyUntil = until;
            case VIEW_TAKES_NOTHING -> takesNothingUntil = until;
            case VIEW_STAGE_LAGS -> lagsUntil = until;
            default -> throw new IllegalArgumentException("not of a processor: " + incident);
        }
    }

    void heal() {
        sendsBadlyUntil = 0;
        takesNothingUntil = 0;
        lagsUntil = 0;
    }

    long sendsBadlyUntil() {
        return sendsBadlyUntil;
    }

    /** Whether the producer rejects packs at once. */
    boolean takesNothing() {
        return world.now() < takesNothingUntil;
    }

    /** Whether the stage stands still. */
    boolean lags() {
        return world.now() < lagsUntil;
    }
}
