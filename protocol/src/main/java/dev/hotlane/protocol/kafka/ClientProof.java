package dev.hotlane.protocol.kafka;

import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;

/**
 * Makes a client of the properties and closes it, before anything is started: an unknown protocol, a missing key store or
 * login module is a fault of the file. Asks no broker for anything.
 */
final class ClientProof {
    private static final int CAUSES_MAX = 20;

    private ClientProof() {}

    /** Throws {@link KafkaFileException}, whose message has no secret and which has no cause. */
    static void require(Map<String, String> properties, Path file) {
        try (Admin client = Admin.create(Map.<String, Object>copyOf(properties))) {
            client.metrics();
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
