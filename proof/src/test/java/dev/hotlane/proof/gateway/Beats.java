package dev.hotlane.proof.gateway;

import dev.hotlane.protocol.Beat;

/** BEATs for tests. */
final class Beats {
    static final long LOG_TIME = 1_800_000_000_000L;
    static final long HORIZON = 1_799_999_000_000L;

    private Beats() {}

    /** The BEAT of a leader without faults. */
    static Beat healthy() {
        return of(1, 1, 64);
    }

    /** A BEAT with the fields that tests vary. */
    static Beat of(long epoch, int formatVersion, int opsMax) {
        return new Beat(
                epoch,
                0x1234,
                0x5678,
                LOG_TIME,
                0,
                120,
                100,
                LOG_TIME,
                HORIZON,
                17,
                1 << 22,
                600_000,
                LOG_TIME - 4_000,
                3,
                formatVersion,
                opsMax,
                1_000,
                86_400_000,
                3,
                2_000_000,
                5,
                1_000_000,
                86_400_000,
                0,
                1_300_000_000);
    }
}
