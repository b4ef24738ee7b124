package dev.hotlane.access.file;

import static dev.hotlane.access.Samples.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hotlane.access.KeyCheck;
import dev.hotlane.access.KeyText;
import dev.hotlane.access.Principal;
import dev.hotlane.access.Principals;
import dev.hotlane.access.Rate;
import dev.hotlane.access.Verb;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the file says is what the principals have. Refusals stand in {@link PrincipalsRefusedTest}. */
class PrincipalsReaderTest {
    @Test
    void readsEveryField() {
        Principals principals = read("""
                {"principals":[{"name":"checkout","tenant":"acme",
                 "keys":[{"id":"k7Q2mWx1","sha256":"%s","expires":"2027-06-01"},
                         {"id":"k7Q2mWx2","sha256":"%s","expires":"2027-06-01T12:30:00Z"}],
                 "subjects":["svc-checkout"],"certificates":["checkout.acme.internal"],
                 "grants":[{"verbs":["reserve","read"],"keys":["stock:","sale:"],"limits":["limit:"],
                            "buckets":["rate:"],"holds":"owner"},
                           {"verbs":["resolve"],"holds":"owner"}],
                 "opsMax":4,"ttlMaxMs":900000,
                 "rate":{"perSecond":5000,"burst":10000,"inFlight":2048,"streams":100}}]}
                """.formatted("9f".repeat(32), "2c".repeat(32)));
        Principal one = principals.all().get(0);
        assertThat(one.name()).isEqualTo("checkout");
        assertThat(one.tenant()).isEqualTo("acme");
        assertThat(one.identities().keys()).hasSize(2);
        assertThat(one.identities().keys().get(0).id()).isEqualTo("k7Q2mWx1");
        assertThat(one.identities().keys().get(0).sha256())
                .isEqualTo(HexFormat.of().parseHex("9f".repeat(32)));
        assertThat(Instant.ofEpochMilli(one.identities().keys().get(0).expiresMs()))
                .isEqualTo("2027-06-01T00:00:00Z");
        assertThat(Instant.ofEpochMilli(one.identities().keys().get(1).expiresMs()))
                .isEqualTo("2027-06-01T12:30:00Z");
        assertThat(one.identities().subjects()).containsExactly("svc-checkout");
        assertThat(one.identities().certificates()).containsExactly("checkout.acme.internal");
        assertThat(one.rights().has(Verb.RESERVE)).isTrue();
        assertThat(one.rights().has(Verb.STOCK)).isFalse();
        assertThat(one.rights().key(Verb.READ, utf8("sale:1"))).isNull();
        assertThat(one.rights().hold(Verb.RESOLVE, true)).isNull();
        assertThat(one.limits().opsMax()).isEqualTo(4);
        assertThat(one.limits().ttlMaxMs()).isEqualTo(900_000);
        assertThat(one.rate()).isEqualTo(new Rate(5_000, 10_000, 2_048, 100));
    }

    @Test
    void whatMayBeAbsentHasItsDefault() {
        Principal one =
                read("{\"principals\":[{\"name\":\"a\",\"grants\":[]}]}").all().get(0);
        assertThat(one.tenant()).isEmpty();
        assertThat(one.identities().keys()).isEmpty();
        assertThat(one.limits().opsMax()).isEqualTo(8);
        assertThat(one.limits().ttlMaxMs()).isEqualTo(Long.MAX_VALUE);
        assertThat(one.rate()).isNull();
        assertThat(read("{\"principals\":[]}").all()).isEmpty();
    }

    @Test
    void aStarIsAllKeysAloneAndInAnArray() {
        for (String all : new String[] {"\"*\"", "[\"*\"]", "[\"a\",\"*\"]"}) {
            Principal one = read("{\"principals\":[{\"name\":\"a\",\"grants\":[{\"verbs\":[\"stock\"],\"keys\":" + all
                            + "}]}]}")
                    .all()
                    .get(0);
            assertThat(one.rights().key(Verb.STOCK, new byte[0])).isNull();
        }
        Principal one =
                read("{\"principals\":[{\"name\":\"a\",\"grants\":[{\"verbs\":[\"stock\"],\"keys\":[\"*a\"]}]}]}")
                        .all()
                        .get(0);
        assertThat(one.rights().key(Verb.STOCK, utf8("*ab"))).isNull();
        assertThat(one.rights().key(Verb.STOCK, utf8("b"))).isNotNull();
    }

    @Test
    void prefixesAreTheDecodedBytes() {
        Principal one = read("{\"principals\":[{\"name\":\"a\",\"grants\":[{\"verbs\":[\"read\"],"
                        + "\"keys\":[\"\\u00e9:\"]}]}]}")
                .all()
                .get(0);
        assertThat(one.rights().key(Verb.READ, utf8("\u00e9:1"))).isNull();
        assertThat(one.rights().key(Verb.READ, "\u00e9:1".getBytes(StandardCharsets.ISO_8859_1)))
                .isNotNull();
    }

    @Test
    void aKeyOfTheFileIsFoundByItsText() {
        String text = KeyText.make();
        String entry = "{\"id\":\"" + text.substring(3, 11) + "\",\"sha256\":\""
                + HexFormat.of().formatHex(KeyText.entry(text, 0).sha256()) + "\"}";
        Principals principals = read("{\"principals\":[{\"name\":\"a\",\"grants\":[],\"keys\":[" + entry + "]}]}");
        assertThat(new KeyCheck().find(principals, text, Long.MAX_VALUE - 1).principal())
                .isSameAs(principals.all().get(0));
    }

    @Test
    void aFileOfTenThousandPrincipalsIsReadAndOneMoreIsNot() {
        assertThat(read(many(10_000)).all()).hasSize(10_000);
        assertThatThrownBy(() -> read(many(10_001))).hasMessageEndingWith("more than 10000 principals");
    }

    @Test
    void aFileOfFourMegabytesIsReadAndOneByteMoreIsNot(@TempDir Path directory) throws Exception {
        String text = "{\"principals\":[]}";
        Path file = directory.resolve("principals.json");
        Files.writeString(file, text + " ".repeat((4 << 20) - text.length()));
        assertThat(PrincipalsReader.read(file).all()).isEmpty();
        Files.writeString(file, text + " ".repeat((4 << 20) - text.length() + 1));
        PrincipalsException fault = catchThrowableOfType(PrincipalsException.class, () -> PrincipalsReader.read(file));
        assertThat(fault).hasMessage(file + ": more than 4194304 bytes");
        assertThat(fault.line()).isZero();
        assertThat(fault.field()).isEmpty();
    }

    @Test
    void aFileThatIsNotThereOrADirectoryIsNamed(@TempDir Path directory) {
        Path missing = directory.resolve("missing");
        assertThatThrownBy(() -> PrincipalsReader.read(missing)).hasMessage(missing + ": no such file");
        assertThatThrownBy(() -> PrincipalsReader.read(directory))
                .isInstanceOf(PrincipalsException.class)
                .hasMessageStartingWith(directory + ": can't be read: ");
    }

    private static String many(int count) {
        StringBuilder text = new StringBuilder("{\"principals\":[");
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ",").append("{\"name\":\"p").append(i).append("\",\"grants\":[]}");
        }
        return text.append("]}").toString();
    }

    private static Principals read(String text) {
        return PrincipalsReader.read("principals.json", utf8(text));
    }
}
