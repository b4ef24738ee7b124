package dev.hotlane.access.file;

import static dev.hotlane.access.Samples.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hotlane.access.Seeds;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every fault of a file is refused by its line and its field. */
class PrincipalsRefusedTest {
    private static final String HASH = "9f".repeat(32);
    private static final String OTHER_HASH = "2c".repeat(32);

    /** Fields of the second principal, which stands on line 3; the first one has a name, a key and so on. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "name":"checkout"          | /name               | the name is there twice: /principals/0 has it too
            "name":"a b"               | /name               | must be 1 to 64 visible ASCII characters
            "name":""                  | /name               | must be 1 to 64 visible ASCII characters
            "name":5                   | /name               | expected a string
            "tenant":""                | /tenant             | must be 1 to 32 of a-z, 0-9 and -
            "tenant":"Acme"            | /tenant             | must be 1 to 32 of a-z, 0-9 and -
            "nam":"x"                  | /nam                | unknown field; known here: name, tenant, keys, subjects, \
            certificates, grants, opsMax, ttlMaxMs, rate
            "tenant":"a","tenant":"a"  | /tenant             | the field is there twice
            "subjects":["svc"]         | /subjects/0         | the subject is there twice: /principals/0 has it too
            "subjects":["b","b"]       | /subjects/1         | the subject is there twice: this principal has it already
            "subjects":[""]            | /subjects/0         | must have 1 to 255 UTF-8 bytes, found 0
            "subjects":"svc"           | /subjects           | expected an array
            "certificates":["a.int"]   | /certificates/0     | the certificate is there twice: /principals/0 has it too
            "keys":[{"id":"aaaaaaaa"}] | /keys/0             | needs "sha256"
            "keys":[{"id":"short"}]    | /keys/0/id          | must be 8 of 0-9, A-Z and a-z
            "keys":[{"id":"k7Q2mWx1"}] | /keys/0/id          | the key is there twice: /principals/0 has it too
            "keys":[{"sha256":"9F"}]   | /keys/0/sha256      | must be 64 of 0-9 and a-f
            "keys":[{"sha256":"HASH"}] | /keys/0/sha256      | the sha256 is there twice: /principals/0 has it too
            "keys":[{"secret":"x"}]    | /keys/0/secret      | unknown field; known here: id, sha256, expires
            "keys":[{"expires":"2027-02-30"}]           | /keys/0/expires | no such day or time
            "keys":[{"expires":"2027-06-01T25:00:00Z"}] | /keys/0/expires | no such day or time
            "keys":[{"expires":"1.6.2027"}] | /keys/0/expires | must be a date such as 2027-06-01 (its begin, UTC) or \
            2027-06-01T12:00:00Z
            "opsMax":0                 | /opsMax             | must be 1..64, found 0
            "opsMax":65                | /opsMax             | must be 1..64, found 65
            "opsMax":8.0               | /opsMax             | expected a whole number
            "ttlMaxMs":99999999999999999999 | /ttlMaxMs      | must be 1..9223372036854775807, found 99999999999999999999
            "rate":{"perSecond":1}     | /rate               | needs "burst"
            "rate":{"perSecond":0}     | /rate/perSecond     | must be 1..1000000000, found 0
            "rate":{"each":0}          | /rate/each          | unknown field; known here: perSecond, burst, inFlight, streams
            "grants":{}                | /grants             | expected an array
            "subjects":["\\ud800"]     | /subjects/0         | a lone surrogate is no character
            """)
    void faultsOfAPrincipal(String fields, String field, String what) {
        assertRefused(
                "{\"principals\":[\n{\"name\":\"checkout\",\"grants\":[],\"subjects\":[\"svc\"],"
                        + "\"certificates\":[\"a.int\"],\"keys\":[{\"id\":\"k7Q2mWx1\",\"sha256\":\"" + HASH
                        + "\"}]},\n{"
                        + fields.replace("HASH", HASH) + "}]}",
                3,
                "/principals/1" + field,
                what);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "verbs":["stok"]                       | /verbs/0   | unknown verb; known: read, reserve, resolve, take, add, \
            stock, observe, operate
            "verbs":["READ"]                       | /verbs/0   | unknown verb; known: read, reserve, resolve, take, add, \
            stock, observe, operate
            "verbs":["read","read"]                | /verbs/1   | the verb is there twice
            "verbs":[]                             | ''         | "verbs" must name one or more of read, reserve, \
            resolve, take, add, stock, observe, operate
            "keys":["a"]                           | ''         | needs "verbs"
            "verbs":["read"],"keys":[""]           | /keys/0    | must have 1 to 200 UTF-8 bytes, found 0
            "verbs":["read"],"keys":["LONG"]       | /keys/0    | must have 1 to 200 UTF-8 bytes, found 201
            "verbs":["read"],"keys":"stock:"       | /keys      | expected an array of prefixes, or "*" for all keys
            "verbs":["resolve"]                    | ''         | the verb "resolve" needs "holds"
            "verbs":["resolve"],"holds":"all"      | /holds     | expected "tenant" or "owner"
            "verbs":["resolve"],"holds":"owner","keys":["a"] | '' | no verb of this grant uses "keys"
            "verbs":["stock"],"keys":["a"],"limits":["b"] | ''  | no verb of this grant uses "limits"
            "verbs":["stock"],"keys":["a"],"holds":"owner" | '' | no verb of this grant uses "holds"
            "verbs":["observe"],"buckets":["a"]    | ''         | no verb of this grant uses "buckets"
            "verbs":["take"]                       | ''         | the verb "take" needs "buckets"
            "verbs":["stock"],"keys":[]            | ''         | the verb "stock" needs "keys"
            "verbs":["read"]                       | ''         | the verb "read" needs "keys" or "holds"
            "verbs":["reserve"],"holds":"owner"    | ''         | the verb "reserve" needs "keys" or "limits" or "buckets"
            "verbs":["read"],"key":["a"]           | /key       | unknown field; known here: verbs, keys, limits, buckets, holds
            """)
    void faultsOfAGrant(String fields, String field, String what) {
        assertRefused(
                "{\"principals\":[{\"name\":\"a\",\n\"grants\":[{" + fields.replace("LONG", "x".repeat(201)) + "}]}]}",
                2,
                "/principals/0/grants/0" + field,
                what);
    }

    @Test
    void aHashOfTwoKeysOfOnePrincipalIsRefused() {
        assertRefused(
                "{\"principals\":[{\"name\":\"a\",\"grants\":[],\"keys\":[{\"id\":\"aaaaaaaa\",\"sha256\":\""
                        + OTHER_HASH + "\"},\n{\"id\":\"aaaaaaab\",\"sha256\":\"" + OTHER_HASH + "\"}]}]}",
                2,
                "/principals/0/keys/1/sha256",
                "the sha256 is there twice: this principal has it already");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            []                         | ''           | expected an object
            {}                         | ''           | needs "principals"
            {"principals":[]} 5        | ''           | something follows the document
            {"principals":[]}]         | ''           | not JSON: unexpected character
            {"principals":[            | /principals  | not JSON: it ends too early
            {"principals":[],}         | /principals  | not JSON: unexpected character
            {"principals":[{"name":"a"}]} | /principals/0 | needs "grants"
            {"principals":[5]}         | /principals/0 | expected an object
            {"principal":[]}           | /principal   | unknown field; known here: principals
            {"principals":[]} // all   | ''           | not JSON: unexpected character
            {"principals":[],"principals":[]} | /principals | the field is there twice
            """)
    void faultsOfTheDocument(String text, String field, String what) {
        assertRefused(text, 1, field, what);
    }

    @Test
    void anEmptyFileEndsTooEarly() {
        assertRefused("", 1, "", "expected an object");
    }

    @Test
    void bytesThatAreNotUtf8AreRefusedByTheirLine() {
        byte[] bytes = utf8("{\"principals\":[\n{\"name\":\"x");
        bytes[bytes.length - 1] = (byte) 0xC0;
        PrincipalsException fault =
                catchThrowableOfType(PrincipalsException.class, () -> PrincipalsReader.read("f", bytes));
        assertThat(fault).hasMessage("f, line 2: not UTF-8");
        assertThat(fault.line()).isEqualTo(2);
    }

    /** Whatever bytes a file has, it is read or refused, and by nothing but the exception that callers expect. */
    @Test
    void damagedFilesAreReadOrRefused() {
        byte[] whole = utf8(
                "{\"principals\":[{\"name\":\"a\",\"tenant\":\"t\",\"keys\":[{\"id\":\"k7Q2mWx1\",\"sha256\":\""
                        + HASH
                        + "\",\"expires\":\"2027-06-01\"}],\n\"grants\":[{\"verbs\":[\"reserve\",\"read\"],\"keys\":[\"s:\"],"
                        + "\"holds\":\"owner\"}],\"opsMax\":8,\"rate\":{\"perSecond\":5,\"burst\":1,\"inFlight\":2,\"streams\":1}}]}");
        Random random = Seeds.random();
        int refused = 0;
        for (int round = 0; round < 5_000; round++) {
            byte[] bytes = whole.clone();
            for (int i = random.nextInt(3); i >= 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            byte[] damaged = random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
            try {
                PrincipalsReader.read("f", damaged);
            } catch (PrincipalsException e) {
                assertThat(e.line()).as(Seeds.words() + ", round " + round).isBetween(1, 4);
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(2_500);
    }

    private static void assertRefused(String text, int line, String field, String what) {
        PrincipalsException fault =
                catchThrowableOfType(PrincipalsException.class, () -> PrincipalsReader.read("f", utf8(text)));
        assertThat(fault).as(text).isNotNull();
        assertThat(fault).hasMessage("f, line " + line + (field.isEmpty() ? "" : ", " + field) + ": " + what);
        assertThat(fault.line()).isEqualTo(line);
        assertThat(fault.field()).isEqualTo(field);
    }
}
