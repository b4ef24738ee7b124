package dev.hotlane.jmh.compare;

import dev.hotlane.jmh.peers.PeerKind;
import java.io.IOException;
import java.time.Duration;

/** A peer behind its front. */
final class PeerContestant implements Contestant {
    /** Who waits for row locks is no faster for compiled code. */
    private static final Duration LOCKS_WARM = Duration.ofSeconds(3);

    private final PeerKind kind;
    private final PeerJvm jvm;
    private final int port;

    /** @param jvm not started yet */
    PeerContestant(PeerKind kind, PeerJvm jvm) {
        this.kind = kind;
        this.jvm = jvm;
        port = jvm.add(kind);
    }

    @Override
    public String code() {
        return kind.code();
    }

    @Override
    public String title() {
        return kind.title();
    }

    @Override
    public boolean isIdempotent() {
        return kind.isIdempotent();
    }

    @Override
    public boolean sellsOut() {
        return !kind.isBucket();
    }

    @Override
    public boolean usesMySql() {
        return kind.store() == PeerKind.Store.MYSQL;
    }

    @Override
    public Duration warmUp(Duration oneJvm) {
        return kind.waitsForLocks() && oneJvm.compareTo(LOCKS_WARM) > 0 ? LOCKS_WARM : oneJvm;
    }

    @Override
    public void start() throws IOException {
        jvm.start();
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public void close() {
        jvm.close();
    }
}
