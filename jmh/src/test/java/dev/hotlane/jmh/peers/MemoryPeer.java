package dev.hotlane.jmh.peers;

import dev.hotlane.jmh.peers.front.Peer;
import dev.hotlane.jmh.peers.front.PeerAnswer;
import dev.hotlane.jmh.peers.front.PeerCommand;
import io.vertx.core.Future;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A right peer without a store, and ways to be wrong for those who extend it. */
public class MemoryPeer implements Peer {
    protected final Map<String, Long> units = new ConcurrentHashMap<>();
    protected final Map<String, PeerAnswer> answers = new ConcurrentHashMap<>();

    @Override
    public Future<PeerAnswer> handle(PeerCommand command) {
        return Future.succeededFuture(answers.computeIfAbsent(command.id(), id -> sell(command)));
    }

    protected PeerAnswer sell(PeerCommand command) {
        long left = units.getOrDefault(command.key(), 0L) - command.units();
        if (left < 0) {
            return PeerAnswer.SOLD_OUT;
        }
        units.put(command.key(), left);
        return PeerAnswer.sold(left);
    }

    @Override
    public void put(String key, long number) {
        units.put(key, number);
    }

    @Override
    public long left(String key) {
        return units.get(key);
    }

    @Override
    public void close() {
        units.clear();
    }
}
