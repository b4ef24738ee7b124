package dev.hotlane.gateway.view;

import dev.hotlane.protocol.ViewPack;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A pack that a test writes. Between two of its counters the test may run code of its own. One thread. */
public final class ScriptedPack implements ViewPack {
    public static final long TOPIC = 77;
    public static final long LOG_TIME = 1_000;

    private final List<Change> changes = new ArrayList<>();
    private final long from;
    private final long to;
    private long topicHash = TOPIC;
    private long base;
    private long epoch = 1;
    private long leadSequence = 1;
    private long logTime = LOG_TIME;
    private int part;
    private int parts = 1;
    private boolean reset;

    private interface Change {
        void pass(Sink sink);
    }

    public ScriptedPack(long from, long to) {
        this.from = from;
        this.to = to;
    }

    public ScriptedPack set(String key, long value) {
        return set(key, value, to, 0, 0);
    }

    public ScriptedPack set(String key, long value, long version, long held, long confirmed) {
        byte[] bytes = longer(key);
        changes.add(sink -> sink.counter(bytes, bytes.length - 1, value, version, held, confirmed));
        return this;
    }

    public ScriptedPack remove(String key) {
        byte[] bytes = longer(key);
        changes.add(sink -> sink.removed(bytes, bytes.length - 1));
        return this;
    }

    /** The array of a key is longer than the key. */
    private static byte[] longer(String key) {
        return (key + "?").getBytes(StandardCharsets.UTF_8);
    }

    public ScriptedPack then(Runnable meanwhile) {
        changes.add(sink -> meanwhile.run());
        return this;
    }

    public ScriptedPack of(long topic, long sequenceBase, long leaderEpoch) {
        topicHash = topic;
        base = sequenceBase;
        epoch = leaderEpoch;
        return this;
    }

    public ScriptedPack ledFrom(long sequence) {
        leadSequence = sequence;
        return this;
    }

    public ScriptedPack at(long time) {
        logTime = time;
        return this;
    }

    public ScriptedPack part(int number, int of) {
        part = number;
        parts = of;
        return this;
    }

    public ScriptedPack withReset() {
        reset = true;
        return this;
    }

    @Override
    public long topicHash() {
        return topicHash;
    }

    @Override
    public long sequenceBase() {
        return base;
    }

    @Override
    public long epoch() {
        return epoch;
    }

    @Override
    public long leadSequence() {
        return leadSequence;
    }

    @Override
    public long from() {
        return from;
    }

    @Override
    public long to() {
        return to;
    }

    @Override
    public long logTime() {
        return logTime;
    }

    @Override
    public int part() {
        return part;
    }

    @Override
    public int parts() {
        return parts;
    }

    @Override
    public boolean reset() {
        return reset;
    }

    @Override
    public int size() {
        return changes.size();
    }

    @Override
    public void forEach(Sink sink) {
        changes.forEach(change -> change.pass(sink));
    }
}
