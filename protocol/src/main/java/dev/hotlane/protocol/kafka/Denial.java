package dev.hotlane.protocol.kafka;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.security.auth.login.LoginException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;

/** What Kafka denied: authentication, or an operation. Such a fault does not pass by waiting. */
public final class Denial {
    /** Causes looked at: a chain of causes may be a circle. */
    private static final int CAUSES_MAX = 20;

    private Denial() {}

    /** One sentence about the denial among the fault's causes; empty if there is none. */
    public static Optional<String> of(Throwable fault, KafkaConnection kafka) {
        Throwable found = among(fault);
        return found == null ? Optional.empty() : Optional.of(sentence(found, kafka));
    }

    static boolean isOne(Throwable fault) {
        return among(fault) != null;
    }

    private static Throwable among(Throwable fault) {
        Throwable cause = fault;
        for (int i = 0; i < CAUSES_MAX && cause != null; i++) {
            // A login fails where a token server does not answer or refuses; a missing module is a fault of the file.
            boolean login = cause instanceof LoginException
                    && !String.valueOf(cause.getMessage()).contains("No LoginModule");
            if (login
                    || cause instanceof KafkaDeniedException
                    || cause instanceof AuthenticationException
                    || cause instanceof AuthorizationException) {
                return cause;
            }
            cause = cause.getCause();
        }
        return null;
    }

    private static String sentence(Throwable fault, KafkaConnection kafka) {
        if (fault instanceof KafkaDeniedException) {
            return fault.getMessage();
        }
        String at = " at " + kafka.bootstrapServers();
        String settings = kafka.file().map(file -> "in " + file).orElse("with --kafka-config");
        if (fault instanceof SslAuthenticationException) {
            return "TLS with Kafka" + at + " failed (" + innermost(fault) + "): check ssl.truststore.* " + settings
                    + ", the host names of the brokers' certificates and, if they require one, ssl.keystore.*";
        }
        if (fault instanceof AuthorizationException) {
            return "Kafka" + at + " denied " + kafka.account() + " an operation on " + resource(fault)
                    + ": `hotlane acls` prints what each account needs";
        }
        return "Kafka" + at + " did not authenticate " + kafka.account() + " (" + fault.getMessage()
                + "): check sasl.mechanism and sasl.jaas.config " + settings + ", and that the brokers have this user";
    }

    private static String resource(Throwable fault) {
        Collection<String> topics =
                fault instanceof TopicAuthorizationException topic ? topic.unauthorizedTopics() : Set.of();
        return topics.isEmpty()
                ? "the cluster, a topic or a group (" + fault.getMessage() + ")"
                : "topic " + String.join(", ", new TreeSet<>(topics));
    }

    private static String innermost(Throwable fault) {
        Throwable cause = fault;
        for (int i = 0; i < CAUSES_MAX && cause.getCause() != null; i++) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
