package dev.hotlane.console.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.hotlane.console.care.LaneCare;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Sender;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;

/** A lane in memory: records that the test adds, or that are made as they are read. */
public final class FakeLoggedLane implements LoggedLane {
    /** What a log says when the brokers are away; null while they answer. */
    public volatile String fault;

    /** Opened logs wait for it. */
    public volatile CountDownLatch gate = new CountDownLatch(0);

    /** Logs that are open or wait. */
    public final AtomicInteger open = new AtomicInteger();

    private final List<LoggedRecord> commands = new ArrayList<>();
    private final List<LoggedRecord> replies = new ArrayList<>();
    private final RecordWriter records = new RecordWriter();
    private LongFunction<LoggedRecord> made;
    private long count;

    /** Makes each of that many records as it is read. */
    static FakeLoggedLane of(long count, LongFunction<LoggedRecord> made) {
        FakeLoggedLane lane = new FakeLoggedLane();
        lane.made = made;
        lane.count = count;
        return lane;
    }

    /** Appends a command of a principal; the request has the number of its offset. */
    public FakeLoggedLane command(String principal, String id, Command command) {
        return command(Sender.of("", principal), id, command);
    }

    /** The same of a tenant. */
    public FakeLoggedLane command(Sender sender, String id, Command command) {
        Routing routing = new Routing(1, 2, commands.size(), 0);
        byte[] value = records.command(sender, id.getBytes(UTF_8), routing, command, new byte[0]);
        return append(sender.recordKey(id.getBytes(UTF_8)), value);
    }

    /** Appends any bytes. */
    public FakeLoggedLane append(byte[] key, byte[] value) {
        commands.add(new LoggedRecord(commands.size(), 1_000 + commands.size(), key, value));
        return this;
    }

    /** Appends a record of the reply topic. */
    FakeLoggedLane reply(byte[] value) {
        replies.add(new LoggedRecord(replies.size(), 1_000 + replies.size(), null, value));
        return this;
    }

    @Override
    public LaneCare care() {
        return new LaneCare("it's $HOME", "127.0.0.1:9092", "jdbc:mysql://127.0.0.1:3306/h?a=1&b=2", List.of(), () -> {
            if (fault != null) {
                throw new LogUnreadableException(fault, null);
            }
            return Map.of("opsMax", 64L);
        });
    }

    @Override
    public OpenLog commands() {
        open.incrementAndGet();
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (fault != null) {
            open.decrementAndGet();
            throw new LogUnreadableException(fault, null);
        }
        return made == null ? new FakeLog(commands.size(), at -> commands.get((int) at)) : new FakeLog(count, made);
    }

    @Override
    public OpenLog replies(int partition) {
        open.incrementAndGet();
        return new FakeLog(replies.size(), at -> replies.get((int) at));
    }

    private final class FakeLog implements OpenLog {
        private static final int POLLED = 500;

        private final long end;
        private final LongFunction<LoggedRecord> records;
        private long position;

        FakeLog(long end, LongFunction<LoggedRecord> records) {
            this.end = end;
            this.records = records;
        }

        @Override
        public long startOffset() {
            return 0;
        }

        @Override
        public long endOffset() {
            return end;
        }

        @Override
        public long offsetAt(long time) {
            return Math.max(0, Math.min(end, time - 1_000));
        }

        @Override
        public void seek(long offset) {
            position = offset;
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public List<LoggedRecord> poll() {
            List<LoggedRecord> polled = new ArrayList<>();
            while (polled.size() < POLLED && position < end) {
                polled.add(records.apply(position++));
            }
            return polled;
        }

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }
}
