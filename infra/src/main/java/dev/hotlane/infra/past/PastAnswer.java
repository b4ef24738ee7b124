package dev.hotlane.infra.past;

import dev.hotlane.processor.state.HoldImage;
import dev.hotlane.processor.state.HoldRowSink;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.json.JsonLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** What a past state answers to a query: rows by value, so that the state may go on. One thread. */
public final class PastAnswer {
    private final Meta meta = new Meta();
    private final List<Counter> counters = new ArrayList<>();
    private final List<byte[]> holds = new ArrayList<>();
    private long provedBy = -1;

    private record Counter(byte[] key, long value, long version, long held, long confirmed) {}

    private PastAnswer() {}

    /** Reads the rows from the state, then replays on until a TICK proves it. */
    public static PastAnswer of(PastState past, PastQuery query) {
        PastAnswer answer = now(past.state(), query);
        answer.provedBy = past.prove();
        return answer;
    }

    /** Reads the rows only: the answer is not proved. */
    static PastAnswer now(State state, PastQuery query) {
        PastAnswer answer = new PastAnswer();
        answer.read(state, query);
        return answer;
    }

    private void read(State state, PastQuery query) {
        state.describe(meta);
        switch (query.kind()) {
            case SUMMARY -> {}
            case KEY ->
                state.counterRow(query.bytes(), (value, version, held, confirmed) -> {
                    if ((version | held | confirmed) != 0) {
                        counters.add(new Counter(query.bytes(), value, version, held, confirmed));
                    }
                });
            case PREFIX -> prefix(state, query);
            case RESERVATION -> reservation(state, query);
            case OWNER -> owner(state, query);
        }
    }

    private void prefix(State state, PastQuery query) {
        state.rows().counters((key, length, value, version, held, confirmed) -> {
            if (query.isPrefixOf(key, length)) {
                counters.add(new Counter(Arrays.copyOf(key, length), value, version, held, confirmed));
            }
        });
        counters.sort(Comparator.comparing(Counter::key, Arrays::compareUnsigned));
    }

    private void reservation(State state, PastQuery query) {
        CommandId id = query.id();
        HoldImage image = new HoldImage();
        if (id != null && state.rows().hold(id, image)) {
            keep(image);
        }
    }

    private void owner(State state, PastQuery query) {
        byte[] owner = query.bytes();
        state.rows().holds(new HoldRowSink() {
            @Override
            public void open(HoldImage hold) {
                int at = hold.ownerOffset();
                boolean same = query.isTenant(hold.bytes(), hold.tenantOffset(), hold.tenantLength())
                        && Arrays.equals(owner, 0, owner.length, hold.bytes(), at, at + hold.ownerLength());
                if (same) {
                    keep(hold);
                }
            }

            @Override
            public void resolved(HoldImage hold) {
                open(hold);
            }
        });
    }

    private void keep(HoldImage hold) {
        holds.add(Arrays.copyOfRange(hold.bytes(), hold.start(), hold.start() + hold.length()));
    }

    /** Sequence of the state's last record. */
    public long sequence() {
        return meta.sequenceBase + meta.nextOffset - 1;
    }

    /** The state in one line for a person: sequence, T, digest, and whether a TICK proved the digest. */
    public String heading() {
        String time = new JsonLine().begin().putTime(meta.logTime).end();
        return String.format(
                "sequence %d, log time %s, digest %016x, %s: %,d counters, %,d open and %,d resolved holds",
                sequence(),
                time.substring(time.indexOf(":\"") + 2, time.indexOf("\",")),
                meta.digest,
                provedBy < 0
                        ? "not proved, as no TICK behind it confirms the digest yet"
                        : "proved by the TICK at sequence " + provedBy,
                meta.counters,
                meta.holdsOpen,
                meta.holdsResolved);
    }

    /** Each row as one line of JSON. */
    public List<String> rows() {
        List<String> lines = new ArrayList<>();
        JsonLine json = new JsonLine();
        for (Counter one : counters) {
            counter(json.begin(), one);
            lines.add(json.end());
        }
        HoldImage image = new HoldImage();
        for (byte[] one : holds) {
            RowText.hold(json.begin(), image.wrap(one, 0));
            lines.add(json.end());
        }
        return lines;
    }

    /** The whole answer as one line of JSON. */
    public String json() {
        JsonLine json = new JsonLine().begin().put("sequence", sequence()).putTime(meta.logTime);
        json.putHex("digest", meta.digest).put("proved", provedBy >= 0);
        if (provedBy >= 0) {
            json.put("provedBy", provedBy);
        }
        json.beginArray("counters");
        for (Counter one : counters) {
            counter(json.beginElement(), one);
            json.endObject();
        }
        json.endArray().beginArray("reservations");
        HoldImage image = new HoldImage();
        for (byte[] one : holds) {
            RowText.hold(json.beginElement(), image.wrap(one, 0));
            json.endObject();
        }
        return json.endArray().end();
    }

    private static void counter(JsonLine json, Counter one) {
        json.putBytes("key", one.key(), 0, one.key().length);
        RowText.numbers(json, one.value(), one.version(), one.held(), one.confirmed());
    }
}
