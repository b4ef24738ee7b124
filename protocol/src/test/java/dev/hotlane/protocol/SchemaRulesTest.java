package dev.hotlane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** Records of version 1 exist: the schema as it stood then is stored, and today's may only have appended to it. */
class SchemaRulesTest {
    @Test
    void todaysSchemaOnlyAppendsToVersion1() throws IOException {
        try (InputStream now = SchemaRulesTest.class.getResourceAsStream("/hotlane-schema.xml")) {
            assertThat(SchemaRules.broken(version1(), SchemaRules.read(now))).isEmpty();
        }
    }

    @Test
    void anAppendedFieldIsAllowedFromTheNextVersionOn() throws IOException {
        String before = "description=\"MySQL holds the state as of this offset.\"/>";
        String field = "<field name=\"extra\" id=\"99\" type=\"int64\"";
        assertThat(brokenBy(before, before + field + " sinceVersion=\"2\"/>")).isEmpty();
        assertThat(brokenBy(before, before + field + "/>"))
                .containsExactly("schema, sbe:message 3: extra needs a sinceVersion above 1");
    }

    @Test
    void aChangedFieldIsFound() throws IOException {
        assertThat(brokenBy("name=\"ttlMs\" id=\"7\" type=\"int64\"", "name=\"ttlMs\" id=\"7\" type=\"int32\""))
                .containsExactly("schema, sbe:message 1, ttlMs: type was 'int64', is 'int32'");
        assertThat(brokenBy("<field name=\"wallClock\" id=\"4\" type=\"int64\"/>", ""))
                .isNotEmpty();
    }

    @Test
    void aReusedNumberIsFound() throws IOException {
        assertThat(brokenBy("name=\"TAKE\">4<", "name=\"TAKE\">9<"))
                .containsExactly("types, enum OpKind: number of TAKE was 4, is 9");
        assertThat(brokenBy("<validValue name=\"TAKE\">4</validValue>", ""))
                .containsExactly("types, enum OpKind: validValue TAKE is gone");
    }

    @Test
    void aMessageThatIsGoneIsFound() throws IOException {
        assertThat(brokenBy("name=\"Skip\" id=\"7\"", "name=\"Skip\" id=\"8\""))
                .containsExactly("schema: sbe:message 7 is gone");
    }

    private static Iterable<String> brokenBy(String found, String changed) throws IOException {
        String older = text();
        assertThat(older).contains(found);
        return SchemaRules.broken(version1(), parse(older.replaceFirst(Pattern.quote(found), changed)));
    }

    private static Element version1() throws IOException {
        return parse(text());
    }

    private static Element parse(String xml) throws IOException {
        return SchemaRules.read(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }

    private static String text() throws IOException {
        try (InputStream stored = SchemaRulesTest.class.getResourceAsStream("/golden/v1/schema.xml")) {
            return new String(stored.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
