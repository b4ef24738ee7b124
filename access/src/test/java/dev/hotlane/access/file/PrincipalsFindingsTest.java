package dev.hotlane.access.file;

import static dev.hotlane.access.Samples.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrincipalsFindingsTest {
    private static final long NOW = Instant.parse("2027-05-20T00:00:00Z").toEpochMilli();
    private static final String RATE = ",\"rate\":{\"perSecond\":100,\"burst\":1,\"inFlight\":1,\"streams\":1}";

    @Test
    void aFileWithoutDoubtHasNone() {
        assertThat(found(principal("a", "acme", stock("acme:")), principal("b", "globex", stock("globex:"))))
                .isEmpty();
    }

    @Test
    void keysThatExpiredOrSoonWillAreNamed() {
        String keys = "\"keys\":[" + key(1, "2027-05-20") + "," + key(2, "2027-06-19") + "," + key(3, "2027-06-20")
                + "," + key(4, null) + "]";
        assertThat(found("{\"name\":\"a\",\"grants\":[]," + keys + "}"))
                .containsExactly(
                        "Key aaaaaaa1 of principal a expired at 2027-05-20T00:00:00Z.",
                        "Key aaaaaaa2 of principal a expires at 2027-06-19T00:00:00Z.",
                        "Principal a has no grant: each of its calls gets 403.");
    }

    @Test
    void prefixesThatTwoTenantsMayWriteAreNamedByTheNearest() {
        assertThat(found(
                        principal("a", "acme", stock("stock:")),
                        principal("b", "globex", stock("stock:b:", "sale")),
                        principal("c", null, stock("stock:b:1", "sales:"))))
                .containsExactly(
                        "Two tenants may write \"sales:\": the empty tenant (principal c), and by \"sale\" tenant globex"
                                + " (principal b).",
                        "Two tenants may write \"stock:b:\": tenant globex (principal b), and by \"stock:\" tenant acme"
                                + " (principal a).",
                        "Two tenants may write \"stock:b:1\": the empty tenant (principal c), and by \"stock:b:\" tenant"
                                + " globex (principal b).");
    }

    @Test
    void onePrefixOfTwoTenantsIsOneFinding() {
        assertThat(found(principal("a", "acme", stock("s:")), principal("b", "globex", stock("s:"))))
                .containsExactly("Two tenants may write \"s:\": tenant acme (principal a), and by \"s:\" tenant globex"
                        + " (principal b).");
    }

    @Test
    void readersAndPrincipalsOfOneTenantShareWithoutAFinding() {
        assertThat(found(
                        principal("a", "acme", stock("s:")),
                        principal("b", "acme", stock("s:1")),
                        principal("c", "globex", "{\"verbs\":[\"read\"],\"keys\":\"*\"}")))
                .isEmpty();
    }

    @Test
    void aLimitOrABucketOnKeysOfStockIsNamed() {
        assertThat(found(principal(
                        "a",
                        null,
                        "{\"verbs\":[\"add\"],\"keys\":[\"s:\"],\"limits\":[\"s:1\"],\"buckets\":[\"t:\"]}")))
                .containsExactly("Principal a has the same keys in \"keys\" and \"limits\" without the verb \"stock\":"
                        + " it could make stock of them.");
        assertThat(found(principal("a", null, "{\"verbs\":[\"add\"],\"keys\":[\"s:1\"],\"buckets\":\"*\"}")))
                .hasSize(1);
        assertThat(found(
                        principal("a", null, "{\"verbs\":[\"add\",\"stock\"],\"keys\":[\"s:\"],\"limits\":[\"s:1\"]}")))
                .isEmpty();
    }

    @Test
    void ratesAboveWhatTheWindowHoldsAreNamed() {
        String slow = principal("a", null, stock("a:"));
        String fast = principal("b", null, stock("b:")).replace(":100,", ":401,");
        String reader =
                principal("c", null, "{\"verbs\":[\"read\"],\"keys\":\"*\"}").replace(":100,", ":9000,");
        assertThat(found(slow, slow.replace("\"a\"", "\"a2\""), reader)).isEmpty();
        assertThat(found(slow, fast))
                .containsExactly(
                        "Principal b may send 401 commands a second; the window is promised for 400 of all.",
                        "All principals together may send 501 commands a second at each gateway; the window is promised"
                                + " for 400: it would reach back less than windowAgeMs.");
        assertThat(found(slow.replace(RATE, "")))
                .containsExactly("Principal a has no rate: it alone can fill the window.");
    }

    @Test
    void aPrincipalThatNobodyCanBeIsNamed() {
        assertThat(found("{\"name\":\"a\",\"grants\":[]}"))
                .containsExactly(
                        "Principal a has no key, subject or certificate: no call can be made as it.",
                        "Principal a has no grant: each of its calls gets 403.");
    }

    private static String principal(String name, String tenant, String... grants) {
        return "{\"name\":\"" + name + "\"," + (tenant == null ? "" : "\"tenant\":\"" + tenant + "\",")
                + "\"subjects\":[\"" + name + "\"],\"grants\":[" + String.join(",", grants) + "]" + RATE + "}";
    }

    private static String stock(String... prefixes) {
        return "{\"verbs\":[\"stock\"],\"keys\":[\"" + String.join("\",\"", prefixes) + "\"]}";
    }

    private static String key(int number, String expires) {
        return "{\"id\":\"aaaaaaa" + number + "\",\"sha256\":\"" + ("0" + number).repeat(32) + "\""
                + (expires == null ? "" : ",\"expires\":\"" + expires + "\"") + "}";
    }

    /** By a window of 1,000 commands and 2.5 s. */
    private static List<String> found(String... principals) {
        String text = "{\"principals\":[" + String.join(",", principals) + "]}";
        return PrincipalsFindings.of(PrincipalsReader.read("f", utf8(text)), NOW, Duration.ofDays(30), 1_000, 2_500);
    }
}
