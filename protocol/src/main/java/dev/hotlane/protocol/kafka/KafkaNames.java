package dev.hotlane.protocol.kafka;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The names that the file of {@code --kafka-config} may have, and why it may not have others. */
final class KafkaNames {
    static final String PROVIDERS = "config.providers";

    private static final Set<String> ACCEPTED = Set.of(
            KafkaConnection.BROKERS,
            "security.protocol",
            "client.dns.lookup",
            "client.rack",
            "connections.max.idle.ms",
            PROVIDERS);
    private static final List<String> PREFIXES = List.of("ssl.", "sasl.", PROVIDERS + ".");

    private static final String DURABLE = "an answered command must be on every in-sync replica, once and in order";
    private static final String BY_OFFSET = "each process reads every committed record by its offset, without a group";
    private static final String UNCHANGED = "records must arrive in the log as they were made";

    /** Names that people know from other programs, with what correctness needs. */
    private static final Map<String, String> FIXED = Map.ofEntries(
            Map.entry("acks", DURABLE),
            Map.entry("enable.idempotence", DURABLE),
            Map.entry("retries", DURABLE),
            Map.entry("max.in.flight.requests.per.connection", DURABLE),
            Map.entry("delivery.timeout.ms", DURABLE),
            Map.entry("transactional.id", "a transaction in the command topic would leave a gap of offsets"),
            Map.entry("transaction.timeout.ms", "a transaction in the command topic would leave a gap of offsets"),
            Map.entry("isolation.level", BY_OFFSET),
            Map.entry("auto.offset.reset", BY_OFFSET),
            Map.entry("enable.auto.commit", BY_OFFSET),
            Map.entry("group.id", BY_OFFSET),
            Map.entry("group.protocol", BY_OFFSET),
            Map.entry("group.instance.id", BY_OFFSET),
            Map.entry("interceptor.classes", UNCHANGED),
            Map.entry("partitioner.class", UNCHANGED),
            Map.entry("compression.type", UNCHANGED),
            Map.entry("key.serializer", UNCHANGED),
            Map.entry("value.serializer", UNCHANGED),
            Map.entry("key.deserializer", UNCHANGED),
            Map.entry("value.deserializer", UNCHANGED));

    private KafkaNames() {}

    /** Why the name is refused, to follow "it"; empty if it is accepted. */
    static Optional<String> fault(String name) {
        if (ACCEPTED.contains(name) || PREFIXES.stream().anyMatch(name::startsWith)) {
            return Optional.empty();
        }
        String reason = FIXED.get(name);
        return Optional.of(reason == null ? "is none of " + accepted() : "is fixed in each client, because " + reason);
    }

    private static String accepted() {
        return "bootstrap.servers, security.protocol, ssl.*, sasl.*, client.dns.lookup, client.rack,"
                + " connections.max.idle.ms, config.providers*";
    }
}
