package dev.hotlane.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The libraries of others in the archives and their licences, by name, as the bill of materials has them. Immutable. */
public record LicenceList(Set<String> lines) {

    /** A test fails then, not the build. */
    static final String NONE = "not named";

    private static final String OWN = "dev.hotlane";

    /** Reads a bill of materials in the JSON of CycloneDX. */
    public static LicenceList of(Path bill) throws IOException {
        JsonNode components = new ObjectMapper().readTree(bill.toFile()).path("components");
        return new LicenceList(StreamSupport.stream(components.spliterator(), false)
                .filter(one -> !one.path("group").asText().equals(OWN))
                .map(LicenceList::line)
                .collect(Collectors.toCollection(TreeSet::new)));
    }

    private static String line(JsonNode component) {
        String licences = StreamSupport.stream(component.path("licenses").spliterator(), false)
                .map(LicenceList::named)
                .collect(Collectors.joining(" or "));
        return component.path("group").asText() + ":" + component.path("name").asText() + " "
                + component.path("version").asText() + ": " + (licences.isEmpty() ? NONE : licences);
    }

    private static String named(JsonNode choice) {
        JsonNode licence = choice.path("license");
        return Stream.of(choice.path("expression"), licence.path("id"), licence.path("name"))
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("a licence without a name: " + choice));
    }

    /** The file's text. */
    public String text() {
        return "The libraries in lib/ that are not of this project, with the licences that their authors name. Of several\n"
                + "you choose one. Most jars contain the text of theirs.\n\n"
                + String.join("\n", lines) + "\n";
    }
}
