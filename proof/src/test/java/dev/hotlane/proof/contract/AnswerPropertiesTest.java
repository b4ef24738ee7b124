package dev.hotlane.proof.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.client.ChangedCounter;
import dev.hotlane.client.CommandOutcome;
import dev.hotlane.client.CounterValue;
import dev.hotlane.client.CountersPage;
import dev.hotlane.client.HeldUnits;
import dev.hotlane.client.LaneStatus;
import dev.hotlane.client.OpResult;
import dev.hotlane.client.Reservation;
import dev.hotlane.client.ReservationsPage;
import dev.hotlane.client.TakenTokens;
import dev.hotlane.client.TransactionResult;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** A property of an answer in openapi.yaml may be forgotten neither in the Java client nor on the page api.md. */
class AnswerPropertiesTest {
    private static final Map<String, Class<? extends Record>> RECORDS = Map.ofEntries(
            Map.entry("TransactionDone", TransactionResult.class),
            Map.entry("OpResult", OpResult.class),
            Map.entry("CounterDone", ChangedCounter.class),
            Map.entry("Counter", CounterValue.class),
            Map.entry("CounterRead", CounterValue.class),
            Map.entry("CountersRead", CountersPage.class),
            Map.entry("CounterPage", CountersPage.class),
            Map.entry("Taken", TakenTokens.class),
            Map.entry("ReservationCreated", Reservation.class),
            Map.entry("Reservation", Reservation.class),
            Map.entry("ListedReservation", Reservation.class),
            Map.entry("HeldLines", HeldUnits.class),
            Map.entry("ReservationPage", ReservationsPage.class),
            Map.entry("CommandOutcome", CommandOutcome.class),
            Map.entry("Status", LaneStatus.class));

    private static final Map<String, String> OTHER_NAMES = Map.of("failedOp", "index");

    /** The lag is the difference of two others; no outcome is stored that would name the horizon. */
    private static final Set<String> LEFT_OUT = Set.of("Status.flushLag", "CommandOutcome.horizon");

    private final Yaml yaml = Yaml.ofThisBuild();

    @Test
    void theClientHasEveryPropertyOfAnAnswer() {
        RECORDS.forEach(this::assertHasAll);
    }

    private void assertHasAll(String schema, Class<? extends Record> type) {
        Set<String> names = new TreeSet<>();
        collect(type, names);
        Set<String> properties = properties(schema);
        properties.removeIf(property -> LEFT_OUT.contains(schema + "." + property));
        assertThat(properties)
                .isNotEmpty()
                .allSatisfy(property -> assertThat(names)
                        .as("properties of %s", schema)
                        .contains(OTHER_NAMES.getOrDefault(property, property.replaceAll("Ms$", ""))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            TransactionDone    | `POST /v1/transactions` |
            OpResult           | `POST /v1/transactions` |
            CounterDone        | `POST /v1/counters/{key}/increment` |
            Counter            | `GET /v1/counters/{key}` |
            CounterRead        | `GET /v1/counters/{key}` |
            CountersRead       | `POST /v1/counters/query` |
            CounterPage        | `GET /v1/counters?
            Taken              | `POST /v1/buckets/{key}/take` |
            ReservationCreated | ## Reservations
            Reservation        | ## Reservations
            ListedReservation  | ## Reservations
            HeldLines          | ## Reservations
            ReservationPage    | `GET /v1/reservations?
            CommandOutcome     | `GET /v1/commands/{id}` |
            BatchResult        | ## Batches
            """)
    void thePageNamesEveryPropertyOfAnAnswer(String schema, String place) throws IOException {
        String page = Files.readString(Path.of("../docs/api.md"));
        int start = page.indexOf(place);
        assertThat(start).as(place).isNotNegative();
        int end = page.indexOf(place.startsWith("#") ? "\n## " : "\n", start);
        String text = page.substring(start, end < 0 ? page.length() : end);
        assertThat(properties(schema))
                .isNotEmpty()
                .allSatisfy(property ->
                        assertThat(text).as("properties of %s", schema).containsPattern("[\"`]" + property + "[\"`:]"));
    }

    /** The names of a schema's properties, or of its items'; constants carry nothing and are left out. */
    private Set<String> properties(String schema) {
        JsonNode node = yaml.at("#/components/schemas/" + schema);
        JsonNode object = node.has("items") ? node.get("items") : node;
        Set<String> names = new TreeSet<>();
        addNames(object, names);
        return names;
    }

    private static void addNames(JsonNode object, Set<String> names) {
        object.path("properties").properties().forEach(property -> {
            if (!property.getValue().has("const")) {
                names.add(property.getKey());
                addNames(property.getValue(), names);
            }
        });
    }

    /** The names of a record's components, and of those of the records in it; not of the elements of its lists. */
    private static void collect(Class<?> type, Set<String> names) {
        for (RecordComponent component : type.getRecordComponents()) {
            names.add(component.getName());
            Class<?> part = partOf(component);
            if (part.isRecord()) {
                collect(part, names);
            }
        }
    }

    private static Class<?> partOf(RecordComponent component) {
        if (component.getType() == Optional.class) {
            Type inside = ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[0];
            return (Class<?>) inside;
        }
        return component.getType();
    }
}
