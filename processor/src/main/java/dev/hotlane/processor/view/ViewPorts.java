package dev.hotlane.processor.view;

import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Meta;

/**
 * Where the stage view passes its packs.
 *
 * @param own the view of the gateway in this process, or {@link OwnView#NONE}
 * @param topic the view topic, null for none
 * @param topicHash of the command topic's id, names the log
 */
public record ViewPorts(OwnView own, ViewTopic topic, long topicHash) {
    /** No view: there is no stage then. */
    public static final ViewPorts NONE = new ViewPorts(OwnView.NONE, null, 0);

    /** Passes the rows of a loaded state to the view of this process. On the starting thread, before any stage runs. */
    public void load(State state, Meta cut) {
        if (own != OwnView.NONE) {
            state.rows().counters(own::row);
            own.loaded(cut, topicHash);
        }
    }

    /** Whether packs go anywhere. */
    public boolean any() {
        return own != OwnView.NONE || topic != null;
    }
}
