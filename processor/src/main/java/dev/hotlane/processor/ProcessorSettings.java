package dev.hotlane.processor;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.processor.lead.LeadSettings;
import dev.hotlane.processor.ring.WaitKind;
import dev.hotlane.processor.watch.Retention;
import dev.hotlane.protocol.host.HostNames;
import dev.hotlane.protocol.kafka.KafkaConnection;
import dev.hotlane.protocol.tls.TlsPaths;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Settings of a processor, fixed at its start. Immutable; checked when constructed. Numbers that decide what a command
 * does are not here: RULES in the log hold them, the same for all processes.
 *
 * @param lane names the topics {@code <lane>.commands} and {@code <lane>.replies}
 * @param log how to reach the log, and how long it is kept
 * @param mysql where and how to flush
 * @param directory where garbage.ndjson is written
 * @param http of the server for metrics, health and status
 * @param pace of ring and leadership
 * @param patience limits of waits
 * @param view whether changed counters go to the views of gateways
 */
public record ProcessorSettings(
        String lane,
        Log log,
        FlushSettings mysql,
        Path directory,
        Http http,
        Pace pace,
        Patience patience,
        boolean view) {

    public ProcessorSettings {
        Objects.requireNonNull(log, "log");
        Objects.requireNonNull(mysql, "mysql");
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(http, "http");
        Objects.requireNonNull(pace, "pace");
        Objects.requireNonNull(patience, "patience");
        require(lane.matches("[a-zA-Z0-9._-]{1,200}"), "lane must be 1..200 of a-z A-Z 0-9 . _ - : " + lane);
    }

    /**
     * The log.
     *
     * @param kafka the way to the brokers
     * @param retention which records the leader deletes
     */
    public record Log(KafkaConnection kafka, Retention retention) {
        public Log {
            Objects.requireNonNull(kafka, "kafka");
            Objects.requireNonNull(retention, "retention");
        }
    }

    /**
     * The HTTP server.
     *
     * @param host address to listen on
     * @param port its port, 0 for any free one
     * @param hosts further host names, see {@link HostNames}
     * @param tls files of its certificate; null: plain HTTP
     * @param principals file of those who may read figures; null: anyone
     */
    public record Http(String host, int port, List<String> hosts, TlsPaths tls, Path principals) {
        public Http {
            Objects.requireNonNull(host, "host");
            hosts = List.copyOf(hosts);
            HostNames.of(host, hosts);
            require(port >= 0 && port <= 65_535, "httpPort must be 0..65535: " + port);
        }

        /** The scheme of its URLs. */
        public String scheme() {
            return tls == null ? "http" : "https";
        }
    }

    /**
     * The pace of ring and leadership.
     *
     * @param ringSize places in the ring, a power of two
     * @param waiting how stages wait for each other
     * @param lead TICK interval and take-over silence
     */
    public record Pace(int ringSize, WaitKind waiting, LeadSettings lead) {
        /**
         * Holds about 70 ms of 30,000 commands a second, the length of a garbage collector's pause. A larger ring
         * exceeds the CPU caches; that costs each command more than it saves.
         */
        public static final int RING_SIZE = 2_048;

        public Pace {
            Objects.requireNonNull(waiting, "waiting");
            Objects.requireNonNull(lead, "lead");
            require(
                    ringSize >= 64 && ringSize <= 1 << 20 && Integer.bitCount(ringSize) == 1,
                    "ringSize must be a power of two, 64..1048576: " + ringSize);
        }
    }

    /**
     * Limits of waits.
     *
     * @param reply longest wait of a caller for a reply: older replies are not sent again
     * @param start longest wait at start for Kafka and MySQL
     * @param stop limit of each wait of a stop: for the RESIGN, for the stages, for the last flush
     */
    public record Patience(Duration reply, Duration start, Duration stop) {
        /** A reply 10 s, a start 60 s, a stop 10 s. */
        public static final Patience DEFAULT =
                new Patience(Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofSeconds(10));

        public Patience {
            requireNotNegative(reply, "replyWaitMax");
            requireNotNegative(start, "startPatience");
            requireNotNegative(stop, "stopPatience");
        }

        /** A copy with that wait for a reply. */
        public Patience withReply(Duration other) {
            return new Patience(other, start, stop);
        }

        /** A copy with that wait at start. */
        public Patience withStart(Duration other) {
            return new Patience(reply, other, stop);
        }

        /** A copy with that limit of the waits of a stop. */
        public Patience withStop(Duration other) {
            return new Patience(reply, start, other);
        }

        private static void requireNotNegative(Duration wait, String name) {
            require(!wait.isNegative(), name + " must not be negative: " + wait.toMillis() + " ms");
        }
    }

    /** Default settings of one lane; keeps the log for ever, without a view. */
    public static ProcessorSettings of(String lane, String bootstrapServers, FlushSettings mysql, Path directory) {
        return new ProcessorSettings(
                lane,
                new Log(KafkaConnection.to(bootstrapServers), Retention.OFF),
                mysql,
                directory,
                new Http("127.0.0.1", 0, List.of(), null, null),
                new Pace(
                        Pace.RING_SIZE,
                        WaitKind.fitFor(Runtime.getRuntime().availableProcessors()),
                        LeadSettings.DEFAULT),
                Patience.DEFAULT,
                false);
    }

    /** A copy with that retention of the log. */
    public ProcessorSettings withRetention(Retention other) {
        return withLog(new Log(log.kafka, other));
    }

    /** A copy with that log. */
    public ProcessorSettings withLog(Log other) {
        return new ProcessorSettings(lane, other, mysql, directory, http, pace, patience, view);
    }

    /** A copy with that database. */
    public ProcessorSettings withMysql(FlushSettings other) {
        return new ProcessorSettings(lane, log, other, directory, http, pace, patience, view);
    }

    /** A copy with that port of the HTTP server. */
    public ProcessorSettings withHttpPort(int port) {
        Http other = new Http(http.host, port, http.hosts, http.tls, http.principals);
        return new ProcessorSettings(lane, log, mysql, directory, other, pace, patience, view);
    }

    /** A copy with those limits of waits. */
    public ProcessorSettings withPatience(Patience other) {
        return new ProcessorSettings(lane, log, mysql, directory, http, pace, other, view);
    }

    /** A copy with or without a view. */
    public ProcessorSettings withView(boolean on) {
        return new ProcessorSettings(lane, log, mysql, directory, http, pace, patience, on);
    }

    private static void require(boolean ok, String message) {
        if (!ok) {
            throw new IllegalArgumentException(message);
        }
    }
}
