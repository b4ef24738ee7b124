package dev.hotlane.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The page that other languages are written from says what the schema says. */
class FormatPageTest {
    private static final Path PAGE = Path.of("../docs/format.md");
    private static final Map<String, Integer> LENGTHS = Map.of("int64", 8, "int32", 4, "uint16", 2, "uint8", 1);
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (\\d+) \\| (u?int\\d+) \\| (\\w+) \\|");

    @Test
    void theTablesOfThePageAreThoseOfTheSchema() throws IOException {
        assertThat(ofPage()).isEqualTo(ofSchema());
    }

    @Test
    void theExampleOfThePageIsAGoldenRecord() throws IOException {
        String page = Files.readString(PAGE);
        String example = page.substring(page.lastIndexOf(", is\n") + 4).replaceAll("\\s", "");
        assertThat(HexFormat.of().parseHex(example))
                .isEqualTo(Files.readAllBytes(Path.of("src/test/resources/golden/v1/transact-add.bin")));
    }

    private static Map<String, List<String>> ofPage() throws IOException {
        Map<String, List<String>> messages = new HashMap<>();
        for (String section : Files.readString(PAGE).split("\n### ")) {
            Matcher row = ROW.matcher(section);
            List<String> fields = row.results()
                    .map(field -> field.group(1) + " " + field.group(2) + " " + field.group(3))
                    .collect(Collectors.toList());
            String heading = section.lines().findFirst().orElse("");
            if (heading.matches("\\w+: message \\d+, block \\d+")) {
                messages.put(heading, fields);
            }
        }
        return messages;
    }

    private static Map<String, List<String>> ofSchema() throws IOException {
        Element schema;
        try (InputStream in = FormatPageTest.class.getResourceAsStream("/hotlane-schema.xml")) {
            schema = SchemaRules.read(in);
        }
        Map<String, String> encodings = new HashMap<>();
        for (String tag : List.of("enum", "set")) {
            for (Element type : elements(schema.getElementsByTagName(tag))) {
                encodings.put(type.getAttribute("name"), type.getAttribute("encodingType"));
            }
        }
        Map<String, List<String>> messages = new HashMap<>();
        for (Element message : elements(schema.getElementsByTagName("sbe:message"))) {
            List<String> fields = new ArrayList<>();
            int at = 0;
            for (Element field : elements(message.getChildNodes())) {
                if (field.getTagName().equals("field")) {
                    String type = field.getAttribute("type");
                    String encoding = encodings.getOrDefault(type, type);
                    fields.add(at + " " + encoding + " " + field.getAttribute("name"));
                    at += LENGTHS.get(encoding);
                }
            }
            String heading = "%s: message %s, block %d";
            messages.put(heading.formatted(message.getAttribute("name"), message.getAttribute("id"), at), fields);
        }
        return messages;
    }

    private static List<Element> elements(NodeList nodes) {
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            if (nodes.item(i) instanceof Element element) {
                elements.add(element);
            }
        }
        return elements;
    }
}
