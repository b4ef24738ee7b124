package dev.hotlane.dist;

import static dev.hotlane.dist.YamlTree.map;
import static dev.hotlane.dist.YamlTree.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** compose.yaml against the program's own options, and its services against each other. No Docker is asked. */
class ComposeTest {
    private static final Path SOURCE = Path.of("src/main");
    private static final String LOOPBACK = "127.0.0.1:";

    @TempDir
    private Path directory;

    private final String text = Files.readString(SOURCE.resolve("compose.yaml"));
    private final Map<String, Object> file = map(new Yaml().load(filledIn(text)));

    ComposeTest() throws IOException {}

    /** As compose fills it in: the defaults, and one value for what has none. */
    private static String filledIn(String text) {
        return text.replaceAll("\\$\\{\\w+:-([^}]*)}", "$1").replaceAll("\\$\\{[^}]*}", "secret");
    }

    private Map<String, Object> service(String name) {
        return map(map(file.get("services")).get(name));
    }

    private List<String> ours() {
        return map(file.get("services")).keySet().stream()
                .filter(name -> service(name).get("image").toString().startsWith("hotlane:"))
                .toList();
    }

    private Map<String, String> environment(String service) {
        return map(service(service).get("environment")).entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, one -> one.getValue().toString()));
    }

    private ParseResult parsed(List<String> words, Map<String, String> environment) {
        return ProgramWords.parsed(words, environment, directory);
    }

    private ParseResult parsed(String service) {
        return parsed(words(service(service).get("command")), environment(service));
    }

    private Object option(String service, String name) {
        return parsed(service).matchedOptionValue(name, "none");
    }

    @Test
    void everyCommandAndEveryVariableIsOneOfTheProgram() {
        assertThat(ours())
                .containsExactlyInAnyOrder("topics", "schema", "node-0", "node-1", "console", "snapshot", "drill");
        assertThat(ours()).allSatisfy(name -> assertThat(parsed(name).errors()).isEmpty());
        assertThatThrownBy(() -> parsed(List.of("node", "--gateway-prot", "8080"), environment("node-0")))
                .isInstanceOf(UnmatchedArgumentException.class);
        assertThatThrownBy(() -> parsed(List.of("node"), Map.of("HOTLANE_KAFKA_BOOTSTRAP_SERVER", "a:1")))
                .hasMessageContaining("HOTLANE_KAFKA_BOOTSTRAP_SERVER");
    }

    @Test
    void theImageIsThatOfThisVersionAndMayWriteItsVolumeOnly() {
        assertThat(ours()).allSatisfy(name -> {
            assertThat(service(name).get("image")).isEqualTo(ImageTar.name());
            assertThat(service(name)).containsEntry("read_only", true).containsEntry("cap_drop", List.of("ALL"));
            assertThat(words(service(name).get("volumes"))).allMatch(volume -> volume.endsWith(":/data"));
        });
    }

    @Test
    void serversHaveTheVersionsThatTheTestsHave() throws IOException {
        String pom = Files.readString(Path.of("../pom.xml"));
        String stack = Files.readString(Path.of("../infra/src/test/java/dev/hotlane/infra/stack/ContainerStack.java"));
        String kafka = service("kafka").get("image").toString();
        assertThat(pom).contains("<kafka.version>" + kafka.replaceFirst(".*:", "") + "</kafka.version>");
        String mysql = service("mysql").get("image").toString().replaceFirst(".*:", "");
        assertThat(stack).contains("\"mysql\", \"" + mysql + "\"");
    }

    @Test
    void nothingListensBeyondThisMachine() {
        assertThat(map(file.get("services")).keySet())
                .allSatisfy(name -> assertThat(service(name))
                        .as(name)
                        .containsEntry("network_mode", "host")
                        .doesNotContainKey("ports"));
        assertThat(environment("kafka").get("KAFKA_LISTENERS").split(","))
                .allMatch(one -> one.contains("//127.0.0.1:"));
        assertThat(words(service("mysql").get("command"))).contains("--bind-address=127.0.0.1", "--mysqlx=OFF");
        assertThat(words(service("prometheus").get("command"))).contains("--web.listen-address=127.0.0.1:9090");
        assertThat(environment("grafana")).containsEntry("GF_SERVER_HTTP_ADDR", "127.0.0.1");
        assertThat(Stream.of("--gateway-host", "--processor-http-host", "--console-host", "--insecure"))
                .noneMatch(text::contains);
    }

    @Test
    void noTwoOfThemTakeOnePort() {
        List<String> ports = Stream.of(
                        option("node-0", "--gateway-port"),
                        option("node-0", "--processor-http-port"),
                        option("node-1", "--gateway-port"),
                        option("node-1", "--processor-http-port"),
                        option("console", "--console-port"),
                        3000,
                        3306,
                        9090,
                        9092,
                        9093)
                .map(Object::toString)
                .toList();
        assertThat(ports).doesNotHaveDuplicates().doesNotContain("none");
    }

    @Test
    void theConsoleAndPrometheusReadBothNodes() throws IOException {
        List<String> places = Stream.of("node-0", "node-1")
                .map(node -> LOOPBACK + option(node, "--processor-http-port"))
                .toList();
        assertThat(option("console", "--console-sources"))
                .isEqualTo(places.stream().map(place -> "http://" + place).toList());
        String scraped = Files.readString(SOURCE.resolve("compose/prometheus.yml"));
        assertThat(scraped).contains("[\"" + String.join("\", \"", places) + "\"]");
        assertThat(Files.readString(SOURCE.resolve("compose/datasource.yml"))).contains("http://127.0.0.1:9090");
    }

    @Test
    void eachNodeHasAReplyPartitionAndTheServersThatAreThere() {
        assertThat(List.of(
                        option("node-0", "--gateway-reply-partition"), option("node-1", "--gateway-reply-partition")))
                .hasToString("[0, 1]");
        assertThat(option("topics", "--gateways")).hasToString("2");
        String broker = environment("node-0").get("HOTLANE_KAFKA_BOOTSTRAP_SERVERS");
        assertThat(environment("kafka")).containsEntry("KAFKA_ADVERTISED_LISTENERS", "PLAINTEXT://" + broker);
        assertThat(environment("node-0").get("HOTLANE_MYSQL_URL"))
                .isEqualTo("jdbc:mysql://127.0.0.1:3306/" + environment("mysql").get("MYSQL_DATABASE"));
        assertThat(environment("node-0")).containsEntry("JDK_JAVA_OPTIONS", "-Xmx" + heap());
    }

    /** The heap that RULES are made for. */
    private String heap() {
        List<String> topics = words(service("topics").get("command"));
        return topics.get(topics.indexOf("--heap") + 1);
    }

    @Test
    void everyVolumeIsThereAndEveryFileThatIsMounted() {
        List<String> mounted = map(file.get("services")).keySet().stream()
                .flatMap(name -> words(service(name).get("volumes")).stream())
                .map(volume -> volume.replaceFirst(":.*", ""))
                .toList();
        assertThat(mounted.stream().filter(name -> name.startsWith("./")))
                .hasSize(6)
                .allSatisfy(name -> assertThat(SOURCE.resolve(name)).exists());
        assertThat(mounted.stream().filter(name -> !name.startsWith("./")).distinct())
                .containsExactlyInAnyOrderElementsOf(map(file.get("volumes")).keySet());
    }
}
