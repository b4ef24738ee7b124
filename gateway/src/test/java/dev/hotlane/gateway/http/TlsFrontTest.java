package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TlsFrontTest {
    @Test
    void aConnectionThatIsClosedCostsNoSignature() {
        Queue<Runnable> waiting = new ArrayDeque<>();
        AtomicInteger signed = new AtomicInteger();
        EmbeddedChannel connection = new EmbeddedChannel();
        TlsFront.whileOpen(connection, waiting::add).execute(signed::incrementAndGet);
        waiting.remove().run();
        assertThat(signed).hasValue(1);
        TlsFront.whileOpen(connection, waiting::add).execute(signed::incrementAndGet);
        connection.close();
        waiting.remove().run();
        assertThat(signed).hasValue(1);
    }
}
