package dev.hotlane.gateway.changes;

import dev.hotlane.access.KeyList;
import dev.hotlane.access.KnownCaller;
import dev.hotlane.access.Prefixes;
import dev.hotlane.access.Principal;
import dev.hotlane.access.Verb;
import dev.hotlane.protocol.json.JsonText;
import java.util.Arrays;
import java.util.Set;

/**
 * What a caller may read of changes: counters under its prefixes, reservations of its tenant as its {@code holds} say, and the
 * id of a command where a read of that command or its reservation would be allowed. Immutable; any thread.
 */
public final class ChangesSight {
    /** All that there is. */
    public static final ChangesSight ALL = new ChangesSight(Prefixes.ALL, true, null, null);

    /** Fields that say nothing of a counter or a reservation. A field that is added later is not passed on unseen. */
    private static final Set<String> OPEN = Set.of("seq", "time", "kind", "part", "parts", "from", "to");

    private final Prefixes keys;
    private final boolean allHolds;
    private final byte[] owner;
    private final String tenant;

    private ChangesSight(Prefixes keys, boolean allHolds, byte[] owner, String tenant) {
        this.keys = keys;
        this.allHolds = allHolds;
        this.owner = owner;
        this.tenant = tenant;
    }

    /** That of a caller whose call names this owner; null for none. */
    public static ChangesSight of(KnownCaller caller, byte[] owner) {
        if (caller.isAnyone()) {
            return ALL;
        }
        Principal principal = caller.principal();
        boolean tenantsHolds = principal.rights().command(Verb.READ) == null;
        boolean ownersHolds = owner != null && principal.rights().hold(Verb.READ, true) == null;
        return new ChangesSight(
                principal.rights().prefixes(Verb.READ, KeyList.KEYS),
                tenantsHolds,
                ownersHolds ? owner : null,
                principal.tenant());
    }

    boolean isAll() {
        return tenant == null;
    }

    boolean sees(ChangesDocument.Changed changed) {
        return isAll() || keys.cover(changed.key());
    }

    boolean sees(ChangesDocument.Held held) {
        return isAll()
                || held.tenant().equals(tenant) && (allHolds || owner != null && Arrays.equals(owner, held.owner()));
    }

    /** Whether the id of the command may be read. */
    private boolean seesId(ChangesDocument document) {
        if (!document.tenant().equals(tenant)) {
            return false;
        }
        return allHolds
                || document.reservations().stream().anyMatch(held -> held.id().equals(document.id()) && sees(held));
    }

    /** Writes what may be read of a document, as JSON. */
    void write(ChangesDocument document, JsonText out) {
        char next = '{';
        for (ChangesDocument.Field field : document.fields()) {
            boolean parts = field.name().equals("changes") || field.name().equals("reservations");
            if (!parts && !passes(field.name(), document)) {
                continue;
            }
            out.raw(next).name(field.name());
            next = ',';
            switch (field.name()) {
                case "changes" -> changes(document, out);
                case "reservations" -> reservations(document, out);
                default -> out.raw(document.json(), field.from(), field.to());
            }
        }
        if (next == '{') {
            out.raw('{');
        }
        out.raw('}');
    }

    private boolean passes(String field, ChangesDocument document) {
        return switch (field) {
            case "id" -> seesId(document);
            case "tenant" -> document.tenant().equals(tenant);
            default -> OPEN.contains(field);
        };
    }

    private void changes(ChangesDocument document, JsonText out) {
        char next = '[';
        for (ChangesDocument.Changed changed : document.changes()) {
            if (sees(changed)) {
                out.raw(next).raw(document.json(), changed.from(), changed.to());
                next = ',';
            }
        }
        end(next, out);
    }

    private void reservations(ChangesDocument document, JsonText out) {
        char next = '[';
        for (ChangesDocument.Held held : document.reservations()) {
            if (sees(held)) {
                out.raw(next).raw(document.json(), held.from(), held.to());
                next = ',';
            }
        }
        end(next, out);
    }

    private static void end(char next, JsonText out) {
        if (next == '[') {
            out.raw('[');
        }
        out.raw(']');
    }
}
