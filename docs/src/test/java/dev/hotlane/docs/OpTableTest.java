package dev.hotlane.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.OpField;
import dev.hotlane.protocol.OpTable;
import dev.hotlane.protocol.sbe.OpKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The ops of api.md and of openapi.yaml are those of {@link OpTable}, field by field. */
class OpTableTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\| (`key`.*?) \\| `?\\w");
    private static final Pattern WORD = Pattern.compile("`(\\w+)`");
    private static final Pattern SCHEMA = Pattern.compile("(?m)^    Op(\\w+):\\n((?:     .*\\n)+)");
    private static final Pattern REQUIRED = Pattern.compile("(?m)^      required: \\[(.*)]$");
    private static final Pattern PROPERTY = Pattern.compile("(?m)^        (\\w+):");

    @Test
    void thePageListsTheFieldsOfEachOp() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/api.md"));
        Map<String, List<String>> rows = new LinkedHashMap<>();
        ROW.matcher(page)
                .results()
                .forEach(row -> rows.put(row.group(1), words(row.group(2).replaceAll("\\(.*?\\)", ""))));
        assertThat(rows.keySet()).containsExactlyInAnyOrderElementsOf(transactionWords());
        OpTable.IN_TRANSACTION.forEach(kind -> assertThat(rows.get(OpTable.word(kind)))
                .as("%s", kind)
                .containsExactlyElementsOf(withKey(OpTable.fields(kind).stream())));
    }

    @Test
    void theContractListsTheFieldsOfEachOp() throws IOException {
        String contract = Files.readString(ROOT.resolve("gateway/src/main/resources/openapi.yaml"));
        Map<String, String> schemas = new LinkedHashMap<>();
        SCHEMA.matcher(contract).results().forEach(each -> schemas.put(each.group(1), each.group(2)));
        for (OpKind kind : OpTable.IN_TRANSACTION) {
            String word = OpTable.word(kind);
            String schema = schemas.get(word.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + word.substring(1));
            assertThat(schema).as("schema of %s", word).contains("const: " + word + " }");
            List<String> properties = PROPERTY.matcher(schema)
                    .results()
                    .map(each -> each.group(1))
                    .toList();
            assertThat(properties.subList(1, properties.size()))
                    .as("%s", kind)
                    .containsExactlyElementsOf(withKey(OpTable.fields(kind).stream()));
            Matcher required = REQUIRED.matcher(schema);
            assertThat(required.find()).isTrue();
            assertThat(Arrays.asList(required.group(1).split(", "))
                            .subList(1, required.group(1).split(", ").length))
                    .as("required of %s", kind)
                    .containsExactlyElementsOf(withKey(OpTable.fields(kind).stream()
                            .filter(field ->
                                    (OpTable.required(kind) & 1 << field.arg().value()) != 0)
                            .filter(field -> field.flag() == 0)));
        }
    }

    private static List<String> transactionWords() {
        return OpTable.IN_TRANSACTION.stream().map(OpTable::word).toList();
    }

    private static List<String> withKey(Stream<OpField> fields) {
        return Stream.concat(Stream.of("key"), fields.map(OpField::json)).toList();
    }

    private static List<String> words(String text) {
        return WORD.matcher(text)
                .results()
                .map((MatchResult each) -> each.group(1))
                .toList();
    }
}
