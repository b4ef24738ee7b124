package dev.hotlane.gateway.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.protocol.kafka.KafkaConnection;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GatewaySettingsTest {
    @Test
    void listensOnLoopbackByDefault() {
        assertThat(GatewaySettings.of("b:9092", 0, 8080).http().host()).isEqualTo("127.0.0.1");
    }

    @Test
    void namesTheSettingThatCannotWork() {
        assertThatThrownBy(() -> GatewaySettings.of("", 0, 1)).hasMessageContaining("bootstrapServers");
        assertThatThrownBy(() -> GatewaySettings.of("b", 70_000, 1)).hasMessageContaining("replyPartition");
        assertThatThrownBy(() -> GatewaySettings.of("b", 0, -1)).hasMessageContaining("port must be 0..65535: -1");
    }

    @Test
    void namesTheSettingThatCannotWorkBesideAnother() {
        GatewaySettings usual = GatewaySettings.of("b", 0, 1);
        assertThatThrownBy(() -> usual.withLimits(usual.limits().withInFlightMax(0)))
                .hasMessage("gateway settings: inFlightMax must be eventLoops..1048576: 0");
        assertThatThrownBy(() -> usual.withHttp(usual.http().withEventLoops(64))
                        .withLimits(usual.limits().withInFlightMax(63)))
                .hasMessage("gateway settings: inFlightMax must be eventLoops..1048576: 63");
        assertThatThrownBy(() -> usual.withLane(usual.lane().withProducerMemory(1)))
                .hasMessage("gateway settings: producerMemory must be at least 4194304 bytes and 24 times bodyMax: 1");
        assertThatThrownBy(() -> usual.times().withReplyWaitMax(Duration.ofSeconds(60)))
                .hasMessage("gateway settings: idleMaxMs must exceed replyWaitMaxMs: 60000");
    }

    @Test
    void changesOneSettingAtATime() {
        GatewaySettings usual = GatewaySettings.of("b", 3, 1);
        GatewaySettings other = usual.withLane(usual.lane().withName("eu"))
                .withTimes(usual.times().withDrainMax(Duration.ofMillis(7)).withBeatAgeMax(Duration.ofMillis(600)))
                .withMySql(new MySqlSettings("jdbc:mysql://db/lane", "u", "p"));
        assertThat(other.lane())
                .isEqualTo(new LaneSettings(KafkaConnection.to("b"), "eu", 3, 64L << 20, Duration.ofMillis(1)));
        assertThat(other.times())
                .isEqualTo(new GatewayTimes(
                        Duration.ofSeconds(10),
                        Duration.ofMillis(600),
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(10),
                        Duration.ofMillis(7)));
        assertThat(other.withLane(usual.lane()).withTimes(usual.times()).withMySql(null))
                .isEqualTo(usual);
    }

    @Test
    void namesTheBoardThatCannotWork() {
        ViewSettings view = ViewSettings.usual();
        assertThatThrownBy(() -> ViewSettings.OFF.withBoards(List.of("a")))
                .hasMessage("gateway settings: viewBoard needs view");
        assertThatThrownBy(() -> view.withBoards(List.of("")))
                .hasMessage("gateway settings: viewBoard must have 1..200 bytes of UTF-8: ''");
        assertThatThrownBy(() -> view.withBoards(List.of("\u00e9".repeat(101)))).hasMessageContaining("1..200 bytes");
        assertThatThrownBy(() -> view.withBoards(List.of("a", "b", "a")))
                .hasMessageContaining("different prefixes: [a, b, a]");
        List<String> many = IntStream.range(0, 65).mapToObj(Integer::toString).toList();
        assertThatThrownBy(() -> view.withBoards(many)).hasMessageContaining("at most 64 times: 65");
        assertThat(view.withBoards(many.subList(0, 64)).boards()).hasSize(64);
    }

    @Test
    void namesTheHostOrOriginThatIsNone() {
        assertThatThrownBy(() -> new Reach(List.of("gateway.example:8080"), List.of()))
                .hasMessageContaining("hosts: expected names or addresses without a port")
                .hasMessageContaining("gateway.example:8080");
        for (String origin : List.of("*", "null", "shop.example", "https://shop.example/", "https://Shop.example")) {
            assertThatThrownBy(() -> new Reach(List.of(), List.of(origin)))
                    .hasMessageContaining("origins: expected what a browser sends, such as https://shop.example");
        }
        assertThat(new Reach(List.of("*"), List.of("http://[::1]:3000", "https://shop.example")).origins())
                .hasSize(2);
    }
}
