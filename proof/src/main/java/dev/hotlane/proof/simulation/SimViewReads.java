package dev.hotlane.proof.simulation;

import dev.hotlane.gateway.call.CounterCut;
import dev.hotlane.gateway.call.CutReader;
import dev.hotlane.gateway.call.ReadTerms;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.gateway.view.ViewCut;
import dev.hotlane.gateway.view.ViewRead;
import dev.hotlane.protocol.Sender;
import dev.hotlane.protocol.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;

/** The callers of one gateway that read from memory: by the product's local reads, or slowly, key by key. */
final class SimViewReads {
    private static final long MILLI = 1_000_000;

    /** Greatest age that a caller allows, in ms. */
    private static final int STALE_MAX = 300;

    private final World world;
    private final SimGateway gateway;
    private final SimView view;
    private final CutReader cuts;
    private final ViewRead slow;
    private final ViewRead quick;
    private long readAt;
    private boolean busy;

    SimViewReads(World world, SimGateway gateway, SimView view, CutReader cuts) {
        this.world = world;
        this.gateway = gateway;
        this.view = view;
        this.cuts = cuts;
        slow = new ViewRead(view.table());
        quick = new ViewRead(view.table());
    }

    /** Whether the event loop stands in the middle of a slow read. */
    boolean busy() {
        return busy;
    }

    /** One caller reads, if one is due. */
    boolean read() {
        if (busy || world.now() < readAt) {
            return false;
        }
        readAt = world.now() + world.views.pauseMillis() * MILLI;
        List<String> keys = keys();
        if (world.views.chance.percent(70)) {
            busy = true;
            take(slow, new SlowKeys(keys), keys);
            busy = false;
        } else {
            cut(keys, terms());
        }
        return true;
    }

    /** An event loop reads while the thread view-table applies a pack; it does so behind one of four counters. */
    void readNow() {
        if (world.views.chance.percent(25)) {
            List<String> keys = keys();
            take(quick, keys.stream().map(SimViewReads::bytes).toList(), keys);
        }
    }

    private List<String> keys() {
        List<String> all = OrderMeanings.KEYS;
        List<String> keys = new ArrayList<>();
        for (String key : all) {
            if (world.views.chance.percent(60)) {
                keys.add(key);
            }
        }
        return keys.isEmpty() ? all : keys;
    }

    private ReadTerms terms() {
        Chance chance = world.views.chance;
        long maxStaleMs = chance.percent(30) ? chance.below(STALE_MAX) : ReadTerms.NONE;
        long minOffset = chance.percent(30) ? Math.max(0, world.views.checks.lastAnswered()) : ReadTerms.NONE;
        return new ReadTerms(true, maxStaleMs, minOffset);
    }

    private void take(ViewRead read, List<byte[]> bytes, List<String> keys) {
        if (!read.take(bytes)) {
            return;
        }
        ViewCut cut = read.cut();
        List<String> bodies = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            JsonText text = new JsonText();
            read.write(i, bytes(keys.get(i)), text);
            bodies.add(text(text));
        }
        world.views.checks.values(gateway, cut, keys, bodies);
        long ageMs = view.proofs().ageMs(cut.to(), gateway.machine.nanos());
        if (ageMs >= 0) {
            world.views.checks.age(gateway, cut, ageMs);
        }
        world.tally.count("reads key by key");
    }

    private void cut(List<String> keys, ReadTerms terms) {
        try {
            cuts.read(
                    Sender.NONE, keys.stream().map(SimViewReads::bytes).toList(), terms, null, new Caller(keys, terms));
        } catch (RequestRefused e) {
            world.tally.count("reads of views refused");
        }
    }

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(JsonText text) {
        return new String(text.bytes(), 0, text.length(), StandardCharsets.UTF_8);
    }

    /** Keys of a slow read: behind each one other threads do some steps. */
    private final class SlowKeys extends AbstractList<byte[]> {
        private final List<String> keys;

        SlowKeys(List<String> keys) {
            this.keys = keys;
        }

        @Override
        public byte[] get(int i) {
            if (world.views.chance.percent(40)) {
                world.views.meanwhile();
            }
            return bytes(keys.get(i));
        }

        @Override
        public int size() {
            return keys.size();
        }
    }

    /** A caller of the product's local reads. */
    private final class Caller implements CutReader.Receiver {
        private final List<String> keys;
        private final ReadTerms terms;

        Caller(List<String> keys, ReadTerms terms) {
            this.keys = keys;
            this.terms = terms;
        }

        @Override
        public void received(CounterCut cut) {
            ViewChecks checks = world.views.checks;
            checks.least(gateway, cut.sequence(), terms.minOffset());
            if (!cut.fromView()) {
                checks.answered(cut.sequence());
                return;
            }
            List<String> bodies = cut.bodies().stream()
                    .map(body -> new String(body, StandardCharsets.UTF_8))
                    .toList();
            // The answer was made at once, so the view stands where it was read.
            checks.values(gateway, view.table().cut(), keys, bodies);
            checks.age(gateway, view.table().cut(), cut.staleMs());
        }

        @Override
        public void refused(Code code, String detail) {
            world.tally.count("reads of views refused");
        }

        @Override
        public void ended(long sequence) {
            world.views.checks.answered(sequence);
        }
    }
}
