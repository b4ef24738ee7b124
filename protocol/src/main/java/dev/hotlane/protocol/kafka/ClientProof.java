package dev.hotlane.protocol.kafka;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.ClientUtils;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.network.ChannelBuilder;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.common.utils.Time;

/**
 * Makes what a client connects by and closes it, before anything is started: an unknown protocol, a missing key store or
 * login module is a fault of the file. Asks no broker and no name server: both may be away for a while.
 */
final class ClientProof {
    private static final int CAUSES_MAX = 20;

    private ClientProof() {}

    /** Throws {@link KafkaFileException}, whose message has no secret and which has no cause. */
    static void require(Map<String, String> properties, Path file) {
        try (ChannelBuilder channels =
                ClientUtils.createChannelBuilder(new AdminClientConfig(properties), Time.SYSTEM, new LogContext())) {
            Objects.requireNonNull(channels);
        } catch (KafkaException | IllegalArgumentException e) {
            if (!Denial.isOne(e)) {
                throw new KafkaFileException("No Kafka client can be made of " + file + ": " + reason(e) + ".");
            }
        }
    }

    /** Kafka hides the values of secret names itself, but may quote a piece of the JAAS text. */
    private static String reason(Throwable fault) {
        Throwable cause = fault;
        for (int i = 0; i < CAUSES_MAX && cause.getCause() != null; i++) {
            cause = cause.getCause();
        }
        String message = String.valueOf(cause.getMessage());
        return message.contains("JAAS")
                ? "sasl.jaas.config must be like MODULE required NAME=\"VALUE\" ...; with the semicolon"
                : message;
    }
}
