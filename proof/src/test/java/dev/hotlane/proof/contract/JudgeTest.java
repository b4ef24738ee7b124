package dev.hotlane.proof.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Every fault planted here in an answer or a request is found by the judge. */
class JudgeTest {
    private static final String COUNTER =
            "{\"key\":\"a\",\"value\":1,\"held\":0,\"confirmed\":0,\"version\":7,\"offset\":9,\"time\":5}";
    private static final String REUSED = "{\"type\":\"urn:hotlane:problem:id-reused\",\"title\":\"t\",\"status\":422,"
            + "\"detail\":\"d\",\"code\":\"ID_REUSED\",\"offset\":3}";

    private final Yaml yaml = Yaml.ofThisBuild();
    private final Judge judge = new Judge(yaml);

    @Test
    void passesWhatIsAsTheDocumentSays() {
        assertThat(counter(200, COUNTER, "etag", "\"7\"")).isEmpty();
        assertThat(counter(304, "", "etag", "\"7\"")).isEmpty();
        assertThat(put(422, REUSED)).isEmpty();
    }

    @Test
    void catchesAnUnknownAMissingAndAWrongField() {
        assertThat(counter(200, COUNTER.replace("}", ",\"more\":1}"), "etag", "\"7\""))
                .isNotEmpty();
        assertThat(counter(200, COUNTER.replace(",\"held\":0", ""), "etag", "\"7\""))
                .isNotEmpty();
        assertThat(counter(200, COUNTER.replace("\"value\":1", "\"value\":\"1\""), "etag", "\"7\""))
                .isNotEmpty();
        assertThat(counter(200, COUNTER.replace("\"value\":1", "\"value\":9223372036854775808"), "etag", "\"7\""))
                .isNotEmpty();
        assertThat(counter(200, COUNTER.replace("\"held\":0", "\"held\":0,\"held\":0"), "etag", "\"7\""))
                .isNotEmpty();
    }

    @Test
    void catchesAStatusACodeAndAContentTypeThatAreNotDocumented() {
        assertThat(counter(202, COUNTER, "etag", "\"7\"")).isNotEmpty();
        assertThat(put(422, REUSED.replace("ID_REUSED", "NOT_FOUND"))).isNotEmpty();
        assertThat(put(422, REUSED.replace("\"status\":422", "\"status\":409"))).isNotEmpty();
        assertThat(put(422, REUSED.replace(",\"offset\":3", ""))).isNotEmpty();
        assertThat(put(422, REUSED.replace(",\"offset\":3", ",\"offset\":-3"))).isNotEmpty();
        assertThat(counter(200, COUNTER, "etag", "\"7\"", "content-type", "text/plain"))
                .isNotEmpty();
        assertThat(counter(200, "{", "etag", "\"7\"")).isNotEmpty();
        assertThat(counter(304, COUNTER, "etag", "\"7\"")).isNotEmpty();
    }

    @Test
    void catchesAMissingAWrongAndAnUndocumentedHeader() {
        assertThat(counter(304, "")).containsExactly("header ETag is missing");
        assertThat(counter(200, COUNTER, "etag", "7")).isNotEmpty();
        assertThat(counter(200, COUNTER, "etag", "\"7\"", "location", "/")).isNotEmpty();
        assertThat(counter(200, COUNTER, "etag", "\"7\"", "idempotency-replayed", "true"))
                .isNotEmpty();
    }

    @Test
    void catchesARequestThatTheDocumentDoesNotAllow() {
        Asked put =
                Asked.of(yaml.operation("putCounter")).at("key", "a").key("k").body("{\"value\":1}");
        assertThat(judge.faults(put)).isEmpty();
        assertThat(judge.faults(put.key(null))).isNotEmpty();
        assertThat(judge.faults(put.key("k".repeat(65)))).isNotEmpty();
        assertThat(judge.faults(put.key("\"k"))).isNotEmpty();
        assertThat(judge.faults(put.body("{\"value\":1.5}"))).isNotEmpty();
        assertThat(judge.faults(put.body("{\"value\":1,\"x\":1}"))).isNotEmpty();
        assertThat(judge.faults(put.header("If-Match", "7"))).isNotEmpty();
    }

    private List<String> counter(int status, String body, String... headers) {
        return judge.faults(yaml.operation("getCounter"), told(status, "application/json", body, headers));
    }

    private List<String> put(int status, String body) {
        return judge.faults(yaml.operation("putCounter"), told(status, "application/problem+json", body));
    }

    private static Told told(int status, String type, String body, String... headers) {
        Map<String, List<String>> all = new TreeMap<>(Map.of("content-type", List.of(type)));
        for (int i = 0; i < headers.length; i += 2) {
            all.put(headers[i], List.of(headers[i + 1]));
        }
        return new Told(status, all, body);
    }
}
