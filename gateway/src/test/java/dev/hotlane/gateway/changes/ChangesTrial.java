package dev.hotlane.gateway.changes;

import dev.hotlane.gateway.call.LoopByHand;
import dev.hotlane.gateway.watch.StreamPlaces;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * Random cuts, broken connections, slow clients, deleted records and restarts at two gateways with a small ring and two readers.
 * At each id a client has exactly what the history has up to it.
 */
public final class ChangesTrial {
    private static final int STEPS = 1_500;
    private static final int SETTLE_MAX = 20_000;
    private static final long RING_BYTES = 8_000;

    private final Random random;
    private final List<HandChanges> gateways = new ArrayList<>();
    private final List<ChangesClientByHand> clients = new ArrayList<>();
    private ChangesHistory history;
    private int events;
    private int resumed;
    private int expired;
    private int refused;

    private ChangesTrial(long seed) {
        random = new Random(seed);
    }

    /** One gateway of one event loop. */
    private static final class HandChanges {
        private final LoopByHand loop = new LoopByHand();
        private final HandReaders readers;
        private final ChangesHub changes;
        private final ChangesLoop streams;
        private final ChangesConsumer reader;
        private long nowNanos = 5_000;

        HandChanges(HandTopics topics) {
            ChangesCounts counts = new ChangesCounts();
            readers = new HandReaders(topics, counts, 2);
            changes =
                    new ChangesHub(ChangesHistory.LANE, topics, RING_BYTES, new StreamPlaces(100), counts, readers, 2);
            streams = changes.loop(loop, () -> nowNanos, new SplittableRandom(1), Duration.ofSeconds(30));
            reader = topics.follow();
            changes.follower.begin(reader);
        }

        void turn(long ms) {
            nowNanos += ms * 1_000_000;
            loop.turn();
            loop.timeComes();
        }
    }

    /** Runs these rounds; returns how many events came, and how often a client resumed, was expired, got no place. */
    public static int[] run(long seed, int rounds) {
        ChangesTrial trial = new ChangesTrial(seed);
        for (int i = 0; i < rounds; i++) {
            trial.round();
        }
        return new int[] {trial.events, trial.resumed, trial.expired, trial.refused};
    }

    private void round() {
        history = new ChangesHistory(random);
        gateways.clear();
        clients.clear();
        for (int i = random.nextInt(4); i > 0; i--) {
            history.cut();
        }
        history.topics.reveal(true, true);
        for (int i = 0; i < 2; i++) {
            gateways.add(new HandChanges(history.topics));
        }
        for (int i = 0; i < 8; i++) {
            clients.add(new ChangesClientByHand(history, history.filter()));
        }
        for (int i = 0; i < STEPS; i++) {
            step();
            clients.forEach(ChangesClientByHand::read);
        }
        settle();
        for (ChangesClientByHand client : clients) {
            events += client.events;
            resumed += client.resumed;
            expired += client.expired;
            refused += client.refused;
        }
    }

    private void step() {
        int at = random.nextInt(gateways.size());
        HandChanges gateway = gateways.get(at);
        ChangesClientByHand client = clients.get(random.nextInt(clients.size()));
        int what = random.nextInt(100);
        if (what < 15) {
            history.cut();
        } else if (what < 30) {
            history.topics.reveal(random.nextBoolean(), random.nextBoolean());
        } else if (what < 45) {
            follow(at, gateway);
        } else if (what < 60) {
            gateway.turn(random.nextInt(400));
        } else if (what < 78) {
            gateway.readers.step(random);
        } else if (what < 88) {
            connect(client, gateway);
        } else if (what < 93) {
            client.cut();
        } else if (what < 97) {
            client.slow(random.nextBoolean());
        } else if (what < 99) {
            history.topics.expire(random.nextInt(3));
        } else if (clients.stream().noneMatch(ChangesClientByHand::waits)) {
            clients.forEach(ChangesClientByHand::cut);
            gateways.set(at, new HandChanges(history.topics));
        }
    }

    /** A gateway reads on; one that is behind what was deleted starts again, as its thread does. */
    private void follow(int at, HandChanges gateway) {
        try {
            gateway.changes.follower.take(gateway.reader);
        } catch (IllegalStateException e) {
            if (clients.stream().noneMatch(ChangesClientByHand::waits)) {
                clients.forEach(ChangesClientByHand::cut);
                gateways.set(at, new HandChanges(history.topics));
            }
        }
    }

    private void connect(ChangesClientByHand client, HandChanges gateway) {
        if (!client.isConnected()
                && !client.waits()
                && client.position <= Math.max(0, gateway.changes.follower.tail())) {
            client.slow(false);
            if (random.nextInt(4) == 0) {
                client.forgetId();
            }
            client.connect(gateway.streams);
        }
    }

    /** Lets each client take the rest. */
    private void settle() {
        history.topics.reveal(true, true);
        clients.forEach(client -> client.slow(false));
        for (int i = 0; i < SETTLE_MAX && clients.stream().anyMatch(this::lacks); i++) {
            for (int at = 0; at < gateways.size(); at++) {
                follow(at, gateways.get(at));
                gateways.get(at).turn(200);
                gateways.get(at).readers.step(random);
            }
            clients.forEach(ChangesClientByHand::read);
            clients.forEach(client -> connect(client, gateways.get(0)));
        }
        clients.forEach(client -> {
            if (lacks(client)) {
                throw new AssertionError("a client is at " + client.position + " of " + end());
            }
        });
    }

    private long end() {
        return gateways.get(0).changes.upTo();
    }

    private boolean lacks(ChangesClientByHand client) {
        return client.position < Math.max(end(), history.last());
    }
}
