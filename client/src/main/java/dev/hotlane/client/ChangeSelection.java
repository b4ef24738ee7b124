package dev.hotlane.client;

import java.util.Map;
import java.util.TreeMap;

/** Which changes to follow; {@link #start} opens the stream. Immutable; any thread. */
public final class ChangeSelection {
    private static final String FROM = "from";

    private final LaneClient client;
    private final Map<String, String> parameters;
    private final String lastId;

    private ChangeSelection(LaneClient client, Map<String, String> parameters, String lastId) {
        this.client = client;
        this.parameters = parameters;
        this.lastId = lastId;
    }

    static ChangeSelection all(LaneClient client) {
        return new ChangeSelection(client, Map.of(), null);
    }

    private ChangeSelection with(String name, String value) {
        Map<String, String> more = new TreeMap<>(parameters);
        more.put(name, value);
        return new ChangeSelection(client, more, lastId);
    }

    /** The same with changes of keys that begin so only. */
    public ChangeSelection prefix(String prefix) {
        return with("prefix", UrlText.segment(Inputs.prefix(prefix)));
    }

    /** The same with changes of reservations of this owner only. */
    public ChangeSelection owner(String owner) {
        return with("owner", UrlText.segment(Inputs.owner(owner)));
    }

    /** The same with changes of this kind only, such as {@code confirm}. */
    public ChangeSelection kind(String kind) {
        return with("kind", UrlText.segment(kind));
    }

    /** The same from behind a sequence, 0 for the oldest that there is; without it the stream begins now. */
    public ChangeSelection from(long sequence) {
        return with(FROM, Long.toString(Inputs.notNegative("the sequence", sequence)));
    }

    /** The same from behind an id that a listener got. */
    public ChangeSelection after(String id) {
        return new ChangeSelection(client, parameters, id);
    }

    /** Starts to read, on a thread of its own. Close the stream after use. */
    public LaneWatch start(ChangesListener listener) {
        StringBuilder query = new StringBuilder();
        parameters.forEach((name, value) -> query.append(query.length() == 0 ? '?' : '&')
                .append(name)
                .append('=')
                .append(value));
        return client.follow("/v1/changes" + query, new ChangesSink(listener), lastId);
    }
}
