package dev.hotlane.gateway.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random packs, loads, restarts, rewritten logs, broken connections and slow clients at two gateways, whose event loops run
 * at any moment of a pack. After each {@code ready} and {@code progress} a client's state equals the model's at its id.
 */
public final class WatchTrial {
    private static final int STEPS = 1_200;

    /** So few that some clients come again after the ring has lost removals. */
    private static final int REMOVED_KEPT = 4;

    private final Random random;
    private final List<HandGateway> gateways = new ArrayList<>();
    private final List<HandClient> clients = new ArrayList<>();
    private WatchedHistory history;
    private int resets;
    private int resumed;
    private int cut;

    private WatchTrial(long seed) {
        random = new Random(seed);
    }

    /** Runs these rounds; returns how often a client resumed, got a reset, and was cut off. */
    public static int[] run(long seed, int rounds) {
        WatchTrial trial = new WatchTrial(seed);
        for (int i = 0; i < rounds; i++) {
            trial.round();
        }
        return new int[] {trial.resumed, trial.resets, trial.cut};
    }

    private void round() {
        history = new WatchedHistory(random);
        gateways.clear();
        clients.clear();
        for (int i = 0; i < 2; i++) {
            gateways.add(new HandGateway(history, REMOVED_KEPT));
        }
        for (int i = 0; i < 8; i++) {
            boolean board = random.nextBoolean();
            List<String> keys = board
                    ? null
                    : WatchedHistory.keys().stream()
                            .filter(key -> random.nextInt(3) == 0 || key.equals("a"))
                            .toList();
            String prefix = board ? List.of("shop:", "sho").get(random.nextInt(2)) : null;
            clients.add(new HandClient(history, keys, prefix, random.nextBoolean() ? 10 : 100));
        }
        for (int i = 0; i < STEPS; i++) {
            step();
            clients.forEach(HandClient::read);
        }
        settle();
        clients.forEach(client -> {
            resets += client.resets;
            resumed += client.resumed;
        });
    }

    private void step() {
        HandGateway gateway = gateways.get(random.nextInt(gateways.size()));
        HandClient client = clients.get(random.nextInt(clients.size()));
        int what = random.nextInt(100);
        if (what < 25) {
            history.append();
        } else if (what < 45) {
            change(gateway);
        } else if (what < 75) {
            gateway.turn(random.nextInt(40));
        } else if (what < 85) {
            connect(client, gateway);
        } else if (what < 88 && client.isConnected()) {
            client.disconnect(true);
        } else if (what < 91 && client.isConnected()) {
            client.output.full = true;
        } else if (what < 97 && client.isConnected()) {
            client.output.drain();
        } else if (what == 97) {
            rarely(gateway);
        }
    }

    /** Moves the view on, or loads it; the event loop may run in the middle. */
    private void change(HandGateway gateway) {
        Runnable turn = random.nextInt(3) == 0 ? () -> gateway.turn(random.nextInt(12)) : () -> {};
        gateway.whileUnmarked(random.nextInt(3) == 0 ? () -> gateway.loop.timeComes() : () -> {});
        long most = history.end();
        if (gateway.at < 0) {
            gateway.load(random.nextInt((int) most + 1));
        } else {
            gateway.pack(gateway.at + random.nextInt((int) Math.min(5, most - gateway.at) + 1), turn);
        }
    }

    private void connect(HandClient client, HandGateway gateway) {
        if (!client.isConnected()) {
            client.connect(gateway);
        }
    }

    private void rarely(HandGateway gateway) {
        switch (random.nextInt(5)) {
            case 0 -> gateway.drop();
            case 1 -> restart(gateway);
            case 2 -> rewrite();
            case 3 -> {
                // Slow clients time out.
                gateway.turn(31_000);
                gateway.turn(31_000);
                long slow = gateway.watches.counts().closedSlow();
                cut += (int) slow;
            }
            default -> clients.forEach(client -> connect(client, gateway));
        }
    }

    private void restart(HandGateway gateway) {
        clients.stream()
                .filter(client -> client.isConnected() && client.at == gateway)
                .forEach(client -> client.disconnect(false));
        gateways.set(gateways.indexOf(gateway), new HandGateway(history, REMOVED_KEPT));
    }

    /** The log loses its tail: all views are loaded again; who is connected learns it by a reset. */
    private void rewrite() {
        gateways.forEach(HandGateway::drop);
        clients.forEach(HandClient::rewritten);
        history.rewrite(Math.max(0, history.end() - random.nextInt(6)));
    }

    /** In the end each client has all. */
    private void settle() {
        clients.stream().filter(HandClient::isConnected).forEach(client -> client.output.drain());
        for (HandGateway gateway : gateways) {
            gateway.whileUnmarked(() -> {});
            if (gateway.at < 0) {
                gateway.load(history.end());
            } else {
                gateway.pack(history.end());
            }
        }
        clients.forEach(client -> connect(client, gateways.get(0)));
        for (int i = 0; i < 10; i++) {
            gateways.forEach(gateway -> gateway.turn(1_000));
            clients.forEach(HandClient::read);
        }
        assertThat(clients).allMatch(HandClient::isCurrent);
    }
}
