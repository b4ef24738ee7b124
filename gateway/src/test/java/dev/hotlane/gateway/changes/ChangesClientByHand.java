package dev.hotlane.gateway.changes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.watch.WatchOutput;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A client of a stream of changes that compares each event with the history. Its queue is full at a few bytes. One thread.
 */
final class ChangesClientByHand implements ChangesLoop.Opening {
    private static final int FULL = 400;

    private final ChangesHistory history;
    private final ChangesFilter filter;
    private final List<String> parts = new ArrayList<>();
    private final List<Long> received = new ArrayList<>();
    private ChangesLoop loop;
    private Output output;
    private ChangesStream stream;
    private boolean slow;

    /** What it has; -1 before its first id. */
    long position = -1;

    /** Up to here the received events were compared. */
    private long checked = -1;

    int events;
    int resumed;
    int expired;
    int refused;

    ChangesClientByHand(ChangesHistory history, ChangesFilter filter) {
        this.history = history;
        this.filter = filter;
    }

    private static final class Output implements WatchOutput {
        private final StringBuilder text = new StringBuilder();
        private Runnable drained;
        private boolean ended;

        @Override
        public boolean full() {
            return text.length() > FULL;
        }

        @Override
        public void whenDrained(Runnable task) {
            drained = task;
        }

        @Override
        public void write(byte[] bytes, int length) {
            assertThat(full()).as("a write into a full queue").isFalse();
            text.append(new String(bytes, 0, length, StandardCharsets.UTF_8));
        }

        @Override
        public void end() {
            ended = true;
        }

        @Override
        public void cut() {
            ended = true;
        }
    }

    boolean isConnected() {
        return stream != null;
    }

    /** Drops what it has: it begins now. */
    void forgetId() {
        position = -1;
    }

    /** Asks for a stream at a gateway that has reached what it has. */
    void connect(ChangesLoop at) {
        loop = at;
        resumed += position >= 0 ? 1 : 0;
        at.open(new ChangesRequest(filter, position), this);
    }

    @Override
    public WatchOutput begin() {
        output = new Output();
        return output;
    }

    @Override
    public void opened(ChangesStream opened) {
        stream = opened;
        checked = opened.position();
    }

    @Override
    public void noPlace() {
        refused++;
        loop = null;
    }

    @Override
    public void expired(long oldest) {
        assertThat(oldest).as("what is expired, at " + position).isGreaterThan(position);
        assertThat(history.isDeletedBehind(position))
                .as("that changes behind " + position + " were deleted")
                .isTrue();
        expired++;
        position = oldest;
        checked = oldest;
        received.clear();
        loop = null;
    }

    @Override
    public void away() {
        loop = null;
    }

    /** Whether it waits for the answer to its call. */
    boolean waits() {
        return loop != null && stream == null;
    }

    void slow(boolean is) {
        slow = is;
    }

    /** Breaks the connection off; what came of a sequence without its id is dropped. */
    void cut() {
        if (stream != null) {
            read();
            loop.closed(stream);
            forget();
        }
    }

    private void forget() {
        stream = null;
        loop = null;
        parts.clear();
    }

    /** Reads what came, unless it is slow. */
    void read() {
        if (stream == null || slow) {
            return;
        }
        String text = output.text.toString();
        output.text.setLength(0);
        for (String event : text.split("\n\n")) {
            if (!event.isEmpty() && !event.equals(":")) {
                take(event);
            }
        }
        if (output.ended) {
            forget();
        } else if (output.drained != null) {
            Runnable task = output.drained;
            output.drained = null;
            task.run();
        }
    }

    private void take(String event) {
        String type = field(event, "event: ");
        String id = field(event, "id: ");
        if (type.equals("change") || type.equals("gap")) {
            events++;
            parts.add(field(event, "data: "));
        }
        if (!id.isEmpty()) {
            assertThat(id).startsWith(ChangesHistory.LANE + ":");
            took(type, Long.parseLong(id.substring(id.indexOf(':') + 1)));
        }
    }

    private void took(String type, long id) {
        assertThat(id).as("an id behind " + position).isGreaterThanOrEqualTo(position);
        if (!parts.isEmpty()) {
            assertThat(type).as("the event with the id of a change").isIn("change", "gap");
            assertThat(parts).as("change " + id).isEqualTo(history.documents(id));
            received.add(id);
            parts.clear();
        }
        position = id;
        assertThat(received)
                .as("changes from " + checked + " up to " + id)
                .isEqualTo(history.matching(filter, checked, id));
        received.clear();
        checked = id;
    }

    private static String field(String event, String name) {
        return event.lines()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()))
                .findFirst()
                .orElse("");
    }
}
