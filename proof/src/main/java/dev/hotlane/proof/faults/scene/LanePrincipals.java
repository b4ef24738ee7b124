package dev.hotlane.proof.faults.scene;

import dev.hotlane.access.ApiKey;
import dev.hotlane.access.KeyList;
import dev.hotlane.access.KeyText;
import dev.hotlane.access.Verb;
import dev.hotlane.protocol.CommandView;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The principals file of a row's lane. Each principal may do all with all keys and with the reservations of the one tenant.
 * One thread: the row's.
 */
public final class LanePrincipals {
    private final Path file;
    private final Map<String, JsonObject> all = new LinkedHashMap<>();

    private LanePrincipals(Path file) {
        this.file = file;
    }

    /** No principals yet; the lane's gateways will read the file at their next start. */
    public static LanePrincipals of(Scene on) {
        LanePrincipals principals =
                new LanePrincipals(on.gateways().get(0).directory().resolve("principals.json"));
        on.gateways().forEach(gateway -> gateway.options(principals.options()));
        return principals;
    }

    /** The gateway's options that name the file. */
    public List<String> options() {
        return List.of("--gateway-principals=" + file);
    }

    /** Adds a principal without a rate, and returns its key. {@link #write} must follow, as after each change. */
    public String add(String name) {
        JsonObject owner = new JsonObject().put("verbs", new JsonArray()).put("holds", "tenant");
        for (Verb verb : Verb.values()) {
            owner.getJsonArray("verbs").add(verb.word());
        }
        for (KeyList list : KeyList.values()) {
            owner.put(list.word(), "*");
        }
        all.put(
                name,
                new JsonObject()
                        .put("name", name)
                        .put("keys", new JsonArray())
                        .put("grants", new JsonArray().add(owner))
                        .put("opsMax", CommandView.OPS_MAX));
        return addKey(name);
    }

    /** Limits a principal at each gateway. */
    public void rate(String name, int perSecond, int burst, int inFlight) {
        all.get(name)
                .put(
                        "rate",
                        new JsonObject()
                                .put("perSecond", perSecond)
                                .put("burst", burst)
                                .put("inFlight", inFlight)
                                .put("streams", 10));
    }

    /** Gives a principal one more key, and returns it. */
    public String addKey(String name) {
        String text = KeyText.make();
        ApiKey entry = KeyText.entry(text, Long.MAX_VALUE);
        all.get(name)
                .getJsonArray("keys")
                .add(new JsonObject()
                        .put("id", entry.id())
                        .put("sha256", HexFormat.of().formatHex(entry.sha256())));
        return text;
    }

    /** Takes the principal's oldest key away. */
    public void removeOldestKey(String name) {
        all.get(name).getJsonArray("keys").remove(0);
    }

    /** Selects the principal by these values: {@code subjects} of tokens, or names in {@code certificates}. */
    public void select(String name, String list, String... values) {
        all.get(name).put(list, new JsonArray(List.of(values)));
    }

    /** Puts the file in place, at once. */
    public void write() {
        if (all.isEmpty()) {
            throw new RowFailure("a principals file without principals");
        }
        JsonObject text = new JsonObject().put("principals", new JsonArray(List.copyOf(all.values())));
        try {
            Path next = Files.writeString(file.resolveSibling("principals.next"), text.encodePrettily());
            Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
