package dev.hotlane.jmh.compare;

import dev.hotlane.jmh.peers.PeerKind;
import java.io.IOException;

/** A peer behind its front. */
final class PeerContestant implements Contestant {
    private final PeerKind kind;
    private final PeerJvm jvm;
    private final int port;

    /** @param jvm not started yet */
    PeerContestant(PeerKind kind, PeerJvm jvm) throws IOException {
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
    public boolean waitsForLocks() {
        return kind.waitsForLocks();
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
