package dev.hotlane.gateway.changes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.access.Grant;
import dev.hotlane.access.HoldScope;
import dev.hotlane.access.KnownCaller;
import dev.hotlane.access.Prefixes;
import dev.hotlane.access.Principal;
import dev.hotlane.access.Rights;
import dev.hotlane.access.Verb;
import dev.hotlane.protocol.Sender;
import dev.hotlane.protocol.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A caller gets the parts of a change that its reads would show, and nothing of a change of which it may read no part. */
class ChangesSightTest {
    private static final String A = "{\"key\":\"stock:a\",\"before\":3,\"value\":2}";
    private static final String B = "{\"key\":\"cash:b\",\"before\":3,\"value\":\"]}\"}";
    private static final String OF_ACME =
            "{\"id\":\"o1\",\"tenant\":\"acme\",\"state\":\"held\",\"owner\":\"u1\",\"lines\":[{\"key\":\"cash:b\"}],\"limits\":[]}";
    private static final String OF_OTHER =
            "{\"id\":\"o2\",\"tenant\":\"other\",\"state\":\"expired\",\"owner\":\"u1\",\"lines\":[{\"key\":\"stock:a\"}],\"limits\":[]}";
    private static final String HEAD =
            "{\"seq\":7,\"time\":1,\"id\":\"o1\",\"tenant\":\"acme\",\"kind\":\"reservation\"";
    private static final String WHOLE = HEAD + ",\"secret\":{\"key\":\"cash:b\"},\"changes\":[" + A + "," + B
            + "],\"reservations\":[" + OF_ACME + "," + OF_OTHER + "]}";

    private static KnownCaller caller(String tenant, HoldScope holds, String... prefixes) {
        List<byte[]> keys =
                List.of(prefixes).stream().map(ChangesSightTest::utf8).toList();
        Grant grant = new Grant(Set.of(Verb.READ), Prefixes.of(keys), Prefixes.NONE, Prefixes.NONE, holds);
        Principal principal = new Principal("p", tenant, null, new Rights(List.of(grant)), null, null);
        return new KnownCaller(principal, null, null, Sender.of(tenant, "p"));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static ChangesGroup group(String... documents) {
        ChangesGrouper grouper = new ChangesGrouper(new ChangesParser(), -1);
        ChangesGroup group = null;
        for (int i = 0; i < documents.length; i++) {
            group = grouper.add(new ChangesRead(ChangesTopic.CHANGES, i, 7, utf8(documents[i])));
        }
        return group;
    }

    /** The events of a group for anyone. */
    private static String text(ChangesGroup group) {
        JsonText out = new JsonText();
        new ChangesEvents("lane").of(group, ChangesSight.ALL, out);
        return out.toString();
    }

    /** What a caller gets of a change; empty if it is not sent. */
    private static String seen(KnownCaller caller, String prefix, String owner) {
        ChangesSight sight = ChangesSight.of(caller, owner == null ? null : utf8(owner));
        ChangesFilter filter = new ChangesFilter(
                prefix == null ? null : utf8(prefix), owner == null ? null : utf8(owner), null, sight);
        ChangesGroup group = group(WHOLE);
        if (!filter.matches(group)) {
            return "";
        }
        JsonText out = new JsonText();
        sight.write(group.documents().get(0), out);
        return out.toString();
    }

    @Test
    void anyoneSeesAllOfIt() {
        ChangesGroup group = group(WHOLE);
        assertThat(text(group)).isEqualTo("event: change\nid: lane:7\ndata: " + WHOLE + "\n\n");
        assertThat(new ChangesFilter(utf8("cash:"), utf8("u1"), "reservation", ChangesSight.ALL).matches(group))
                .isTrue();
        assertThat(new ChangesFilter(utf8("x"), null, null, ChangesSight.ALL).matches(group))
                .isFalse();
        assertThat(new ChangesFilter(null, utf8("u2"), null, ChangesSight.ALL).matches(group))
                .isFalse();
        assertThat(new ChangesFilter(null, null, "confirm", ChangesSight.ALL).matches(group))
                .isFalse();
    }

    @Test
    void aCallerSeesCountersUnderItsPrefixes() {
        String head = "{\"seq\":7,\"time\":1,\"tenant\":\"acme\",\"kind\":\"reservation\",\"changes\":[";
        assertThat(seen(caller("acme", HoldScope.NONE, "stock:"), null, null))
                .isEqualTo(head + A + "],\"reservations\":[]}");
        assertThat(seen(caller("acme", HoldScope.NONE, "stock:", "cash:"), null, null))
                .isEqualTo(head + A + "," + B + "],\"reservations\":[]}");
        assertThat(seen(caller("acme", HoldScope.NONE, "z:"), null, null)).isEmpty();
        assertThat(seen(caller("acme", HoldScope.NONE, "z:", "stock:"), "cash:", null))
                .isEmpty();
    }

    @Test
    void aCallerSeesReservationsOfItsTenantOnly() {
        assertThat(seen(caller("acme", HoldScope.TENANT, "stock:"), null, null))
                .isEqualTo(HEAD + ",\"changes\":[" + A + "],\"reservations\":[" + OF_ACME + "]}");
        assertThat(seen(caller("other", HoldScope.TENANT, "z:"), null, null))
                .isEqualTo("{\"seq\":7,\"time\":1,\"kind\":\"reservation\",\"changes\":[],\"reservations\":[" + OF_OTHER
                        + "]}");
        assertThat(seen(caller("third", HoldScope.TENANT, "z:"), null, null)).isEmpty();
        assertThat(seen(caller("", HoldScope.TENANT, "z:"), null, null)).isEmpty();
    }

    @Test
    void aCallerOfOneOwnerSeesThatOwnersReservations() {
        assertThat(seen(caller("acme", HoldScope.OWNER, "z:"), null, "u1"))
                .isEqualTo(HEAD + ",\"changes\":[],\"reservations\":[" + OF_ACME + "]}");
        assertThat(seen(caller("acme", HoldScope.OWNER, "z:"), null, "u2")).isEmpty();
        assertThat(seen(caller("acme", HoldScope.OWNER, "z:"), null, null)).isEmpty();
        assertThat(seen(caller("other", HoldScope.OWNER, "z:"), null, "u1")).doesNotContain("o1", "acme");
        ChangesSight sight = ChangesSight.of(caller("acme", HoldScope.OWNER, "z:"), utf8("u1"));
        String two = WHOLE.replace(OF_OTHER, OF_ACME.replace("o1", "o3").replace("u1", "u2"));
        JsonText out = new JsonText();
        sight.write(group(two).documents().get(0), out);
        assertThat(out.toString()).contains("[" + OF_ACME + "]").doesNotContain("o3");
    }

    @Test
    void aConditionIsMetOnlyByWhatMayBeRead() {
        // The owner and the key stand in a reservation of another tenant.
        assertThat(seen(caller("third", HoldScope.TENANT, "stock:"), null, "u1"))
                .isEmpty();
        assertThat(seen(caller("acme", HoldScope.TENANT, "z:"), "stock:", null)).isEmpty();
        assertThat(seen(caller("acme", HoldScope.TENANT, "z:"), "cash:", null)).contains("o1");
    }

    @Test
    void aGapIsForEachCaller() {
        String gap = "{\"seq\":9,\"time\":1,\"kind\":\"gap\",\"from\":7,\"to\":9}";
        ChangesSight sight = ChangesSight.of(caller("third", HoldScope.NONE, "z:"), null);
        ChangesGroup group = group(gap);
        assertThat(new ChangesFilter(utf8("z:"), null, "confirm", sight).matches(group))
                .isTrue();
        JsonText out = new JsonText();
        new ChangesEvents("lane").of(group, sight, out);
        assertThat(out.toString()).isEqualTo("event: gap\nid: lane:9\ndata: " + gap + "\n\n");
    }

    @Test
    void aDocumentIsOneLineOfAnEvent() {
        String spread = WHOLE.replace(",\"changes\"", ",\r\n\"changes\"");
        assertThat(text(group(spread)).lines()).hasSize(4);
        for (String broken :
                List.of("", "[]", "{\"seq\":1}", WHOLE + "x", WHOLE.replace("7", "-7"), "{\"seq\":\"1\"}")) {
            assertThat(group(broken)).as(broken).isNull();
        }
    }
}
