package dev.hotlane.gateway.http;

import dev.hotlane.access.KnownCaller;
import dev.hotlane.gateway.call.CallRights;
import dev.hotlane.gateway.call.Parameters;
import dev.hotlane.gateway.changes.ChangesFilter;
import dev.hotlane.gateway.changes.ChangesRequest;
import dev.hotlane.gateway.changes.ChangesSight;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.protocol.CommandShape;
import dev.hotlane.protocol.Op;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parameters of a stream of changes. Immutable; any thread.
 *
 * @param prefix of a key; null for any
 * @param owner of a reservation; null for any
 * @param kind of the change; null for any
 * @param after sequence that the client has; {@link ChangesRequest#NOW} for none
 * @param lane that of the client's Last-Event-ID; null without one
 */
@SuppressWarnings("ArrayRecordComponent") // made once, passed on, never compared
record ChangesQuery(byte[] prefix, byte[] owner, String kind, long after, String lane) {
    private static final CharSequence LAST_EVENT_ID = HttpHeaders.createOptimized("last-event-id");
    private static final String PREFIX = "prefix";
    private static final String OWNER = "owner";
    private static final String KIND = "kind";
    private static final String FROM = "from";
    private static final List<String> KNOWN = List.of(PREFIX, OWNER, KIND, FROM);
    private static final List<String> KINDS =
            List.of("transaction", "reservation", "confirm", "cancel", "extend", "expiry");

    /** Greatest whole number that every JSON reader keeps exactly. */
    private static final long SEQUENCE_MAX = 1L << 53;

    private static final Pattern ID = Pattern.compile("([A-Za-z0-9._-]{1,249}):([0-9]{1,16})");

    /** The stream that is asked for; throws NOT_ACCEPTABLE or MALFORMED. */
    static ChangesQuery of(String query, MultiMap headers) {
        if (!MediaType.acceptsEvents(headers.getAll(HttpHeaders.ACCEPT))) {
            throw new RequestRefused(
                    Code.NOT_ACCEPTABLE, "This is a stream of events: send Accept: " + MediaType.EVENTS + ".");
        }
        Admission.requireNoMinOffset(headers);
        Parameters given = QueryText.parse(query, KNOWN);
        String kind = given.text(KIND);
        if (kind != null && !KINDS.contains(kind)) {
            throw Parameters.fault(KIND, "expected one of " + String.join(", ", KINDS));
        }
        long from = given.count(FROM, SEQUENCE_MAX);
        Matcher id = id(headers);
        String lane = id == null ? null : id.group(1);
        // A browser that comes again sends both: what it received last counts.
        long after = id == null ? from : sequence(id.group(2));
        return new ChangesQuery(
                given.bytes(PREFIX, Op.KEY_LENGTH_MAX),
                given.bytes(OWNER, CommandShape.OWNER_LENGTH_MAX),
                kind,
                after,
                lane);
    }

    private static Matcher id(MultiMap headers) {
        List<String> ids = headers.getAll(LAST_EVENT_ID);
        if (ids.isEmpty()) {
            return null;
        }
        Matcher id = ID.matcher(ids.get(0));
        if (ids.size() > 1 || !id.matches()) {
            throw malformedId();
        }
        return id;
    }

    private static long sequence(String digits) {
        long sequence = Long.parseLong(digits);
        if (sequence > SEQUENCE_MAX) {
            throw malformedId();
        }
        return sequence;
    }

    private static RequestRefused malformedId() {
        return RequestRefused.malformed(
                "Last-Event-ID: expected the id of an event of this call; leave it out to begin now");
    }

    /** Throws FORBIDDEN unless the caller may read what it names. */
    void requireRights(KnownCaller caller) {
        if (prefix != null) {
            CallRights.requirePrefix(caller, prefix);
        }
        if (owner != null) {
            CallRights.requireOwner(caller);
        }
    }

    /** The stream of this caller. */
    ChangesRequest request(KnownCaller caller) {
        return new ChangesRequest(new ChangesFilter(prefix, owner, kind, ChangesSight.of(caller, owner)), after);
    }
}
