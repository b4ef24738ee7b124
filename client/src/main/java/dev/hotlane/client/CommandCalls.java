package dev.hotlane.client;

import java.util.Map;

/** Calls on commands that were sent before. Any thread. */
public final class CommandCalls {
    private static final String PATH = "/v1/commands/";

    private final LaneClient client;

    CommandCalls(LaneClient client) {
        this.client = client;
    }

    /**
     * Reads a command's stored outcome. NOT_FOUND means that it was not in the log up to that place; it may still
     * arrive. {@link Unknown} means that the lane no longer holds it.
     */
    public LaneCall<CommandOutcome> get(String id) {
        return client.read(
                CallShape.get(PATH + UrlText.segment(Inputs.id(id)), reader(id)).about(id));
    }

    /**
     * Ends an unknown outcome. Returns the stored outcome, or state abandoned; an abandoned command never runs (with an
     * id other than a UUIDv7: while the window remembers it).
     */
    public LaneCall<CommandOutcome> abandon(String id) {
        String path = PATH + UrlText.segment(Inputs.id(id)) + "/abandon";
        return client.command(CallShape.of("POST", path, null, reader(id))
                .batched(Map.of("kind", "abandon", "command", id))
                .about(id));
    }

    private static SuccessReader<CommandOutcome> reader(String id) {
        return SuccessReader.of((body, own) -> CommandOutcome.read(body, id));
    }
}
