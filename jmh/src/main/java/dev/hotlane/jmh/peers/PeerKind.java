package dev.hotlane.jmh.peers;

import dev.hotlane.jmh.peers.front.Peer;
import dev.hotlane.jmh.peers.front.PeerPlace;
import dev.hotlane.jmh.peers.journal.GroupCommit;
import dev.hotlane.jmh.peers.journal.MemoryQueue;
import dev.hotlane.jmh.peers.redis.RedisScript;
import dev.hotlane.jmh.peers.sql.BucketUpdate;
import dev.hotlane.jmh.peers.sql.ConditionalUpdate;
import dev.hotlane.jmh.peers.sql.OptimisticVersion;
import dev.hotlane.jmh.peers.sql.RowLock;
import dev.hotlane.jmh.peers.sql.SerializableBucket;
import dev.hotlane.jmh.peers.sql.SqlPeer;
import dev.hotlane.jmh.peers.streams.StreamsPeer;
import io.vertx.core.Vertx;
import java.util.Locale;

/** The peers, by the letters of the issue that asked for them; the g's are token buckets. */
public enum PeerKind {
    A("conditional UPDATE of one row", Store.MYSQL, false),
    B("SELECT FOR UPDATE + INSERT + UPDATE", Store.MYSQL, true),
    C("optimistic version, parent and child", Store.MYSQL, true),
    D("ledger, group commit", Store.MYSQL, true),
    E("command log, group commit", Store.MYSQL, true),
    F("in-memory queue, bulk flush", Store.MYSQL, false),
    G1("token bucket, one id, 50 threads wait", Store.MYSQL, false),
    G2("token bucket, 1,000 ids, 50 threads wait", Store.MYSQL, false),
    G3("token bucket, one id, serializable, 10 threads", Store.MYSQL, false),
    G4("token bucket, 1,000 ids, serializable, 10 threads", Store.MYSQL, false),
    H1("Redis Lua, AOF everysec", Store.REDIS, true),
    H2("Redis Lua, AOF always", Store.REDIS, true),
    I1("Kafka Streams, at least once", Store.KAFKA, false),
    I2("Kafka Streams, exactly once", Store.KAFKA, false);

    /** Where a peer keeps its units. */
    public enum Store {
        /** Reached directly or through a delay. */
        MYSQL,
        /** A server of its own. */
        REDIS,
        /** The broker that Hotlane uses as well. */
        KAFKA
    }

    private static final int BUCKETS = 1_000;
    private static final long REFILL_PER_SECOND = 1_000_000;

    private final String title;
    private final Store store;
    private final boolean idempotent;

    PeerKind(String title, Store store, boolean idempotent) {
        this.title = title;
        this.store = store;
        this.idempotent = idempotent;
    }

    /** As command lines and tables have it: a, b, ..., g1, ... */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** In a few words. */
    public String title() {
        return title;
    }

    /** Where its units are. */
    public Store store() {
        return store;
    }

    /** Whether it is a bucket of tokens, which fills again. */
    public boolean isBucket() {
        return name().startsWith("G");
    }

    /** Whether every sale is a transaction on a row that others want as well. */
    public boolean waitsForLocks() {
        return this == A || this == B || this == C || isBucket();
    }

    /** Whether the same id twice sells once, as in Hotlane. */
    public boolean isIdempotent() {
        return idempotent;
    }

    /** Opens it, tables and topics included. Waits; its answers end on a context of that Vert.x. */
    public Peer open(Vertx vertx, PeerPlace place) throws Exception {
        return switch (this) {
            case A -> SqlPeer.open(place, new ConditionalUpdate());
            case B -> SqlPeer.open(place, new RowLock());
            case C -> SqlPeer.open(place, new OptimisticVersion());
            case D -> GroupCommit.ledger(place);
            case E -> GroupCommit.commandLog(place);
            case F -> new MemoryQueue(place);
            case G1 -> SqlPeer.open(place, new BucketUpdate(1, REFILL_PER_SECOND));
            case G2 -> SqlPeer.open(place, new BucketUpdate(BUCKETS, REFILL_PER_SECOND));
            case G3 -> SqlPeer.open(place, new SerializableBucket(1, REFILL_PER_SECOND));
            case G4 -> SqlPeer.open(place, new SerializableBucket(BUCKETS, REFILL_PER_SECOND));
            case H1, H2 -> RedisScript.open(vertx, place.redisPort());
            case I1 -> StreamsPeer.open(vertx, place, false);
            case I2 -> StreamsPeer.open(vertx, place, true);
        };
    }
}
