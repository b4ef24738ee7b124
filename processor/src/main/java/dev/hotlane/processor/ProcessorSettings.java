package dev.hotlane.processor;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.processor.lead.LeadSettings;
import dev.hotlane.processor.ring.WaitKind;
import dev.hotlane.processor.watch.Retention;
import dev.hotlane.protocol.host.HostNames;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Settings of a processor, fixed at its start. Immutable; checked when constructed. Numbers that decide what a command
 * does are not here: RULES in the log hold them, the same for all processes.
 *
 * @param lane names the topics {@code <lane>.commands} and {@code <lane>.replies}
 * @param kafka settings of every Kafka client: bootstrap.servers, and security as needed
 * @param mysql where and how to flush
 * @param directory where garbage.ndjson is written
 * @param httpHost address to listen on for metrics, health and status
 * @param httpPort its port, 0 for any free one
 * @param ringSize places in the ring, a power of two
 * @param waiting how stages wait for each other
 * @param lead TICK interval and take-over silence
 * @param replyWaitMax longest wait of a caller for a reply: older replies are not sent again
 * @param startPatience longest wait at start for Kafka and MySQL
 * @param stopPatience limit of each wait of a stop: for the RESIGN, for the stages, for the last flush
 * @param retention of the log
 * @param httpHosts further host names of the HTTP server, see {@link HostNames}
 */
public record ProcessorSettings(
        String lane,
        Map<String, String> kafka,
        FlushSettings mysql,
        Path directory,
        String httpHost,
        int httpPort,
        int ringSize,
        WaitKind waiting,
        LeadSettings lead,
        Duration replyWaitMax,
        Duration startPatience,
        Duration stopPatience,
        Retention retention,
        List<String> httpHosts) {

    /**
     * Holds about 70 ms of 30,000 commands a second, the length of a garbage collector's pause. A larger ring exceeds
     * the CPU caches; that costs each command more than it saves.
     */
    public static final int RING_SIZE = 2_048;

    public ProcessorSettings {
        Objects.requireNonNull(mysql, "mysql");
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(httpHost, "httpHost");
        Objects.requireNonNull(waiting, "waiting");
        Objects.requireNonNull(lead, "lead");
        Objects.requireNonNull(retention, "retention");
        kafka = Map.copyOf(kafka);
        httpHosts = List.copyOf(httpHosts);
        HostNames.of(httpHost, httpHosts);
        require(lane.matches("[a-zA-Z0-9._-]{1,200}"), "lane must be 1..200 of a-z A-Z 0-9 . _ - : " + lane);
        require(kafka.containsKey("bootstrap.servers"), "kafka must name bootstrap.servers");
        require(httpPort >= 0 && httpPort <= 65_535, "httpPort must be 0..65535: " + httpPort);
        require(
                ringSize >= 64 && ringSize <= 1 << 20 && Integer.bitCount(ringSize) == 1,
                "ringSize must be a power of two, 64..1048576: " + ringSize);
        require(!replyWaitMax.isNegative(), "replyWaitMax must not be negative: " + replyWaitMax.toMillis() + " ms");
        require(!startPatience.isNegative(), "startPatience must not be negative: " + startPatience.toMillis() + " ms");
        require(!stopPatience.isNegative(), "stopPatience must not be negative: " + stopPatience.toMillis() + " ms");
    }

    /** Keeps the log for ever; without further host names. */
    public ProcessorSettings(
            String lane,
            Map<String, String> kafka,
            FlushSettings mysql,
            Path directory,
            String httpHost,
            int httpPort,
            int ringSize,
            WaitKind waiting,
            LeadSettings lead,
            Duration replyWaitMax,
            Duration startPatience,
            Duration stopPatience) {
        this(
                lane,
                kafka,
                mysql,
                directory,
                httpHost,
                httpPort,
                ringSize,
                waiting,
                lead,
                replyWaitMax,
                startPatience,
                stopPatience,
                Retention.OFF,
                List.of());
    }

    /** A copy with that retention of the log. */
    public ProcessorSettings keeping(Retention other) {
        return new ProcessorSettings(
                lane,
                kafka,
                mysql,
                directory,
                httpHost,
                httpPort,
                ringSize,
                waiting,
                lead,
                replyWaitMax,
                startPatience,
                stopPatience,
                other,
                httpHosts);
    }

    /** Default settings of one lane. */
    public static ProcessorSettings of(String lane, String bootstrapServers, FlushSettings mysql, Path directory) {
        return new ProcessorSettings(
                lane,
                Map.of("bootstrap.servers", bootstrapServers),
                mysql,
                directory,
                "127.0.0.1",
                0,
                RING_SIZE,
                WaitKind.fitFor(Runtime.getRuntime().availableProcessors()),
                LeadSettings.DEFAULT,
                Duration.ofSeconds(10),
                Duration.ofSeconds(60),
                Duration.ofSeconds(10));
    }

    private static void require(boolean ok, String message) {
        if (!ok) {
            throw new IllegalArgumentException(message);
        }
    }

    /** Shows the names of Kafka's settings and the bootstrap servers only: other values may be secret. */
    @Override
    public String toString() {
        return "ProcessorSettings[lane=" + lane + ", bootstrap.servers=" + kafka.get("bootstrap.servers") + ", kafka="
                + kafka.keySet() + ", mysql=" + mysql + ", directory=" + directory + ", http=" + httpHost + ":"
                + httpPort + ", ringSize=" + ringSize + ", waiting=" + waiting + ", lead=" + lead + ", replyWaitMax="
                + replyWaitMax + ", startPatience=" + startPatience + ", stopPatience=" + stopPatience + ", retention="
                + retention + "]";
    }
}
