package dev.hotlane.jmh.reads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.jmh.servers.EtcdServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Answers of etcd's JSON gateway, as 3.4.23 writes them. */
class EtcdFrontTest {
    private static final String HEADER = "{\"header\":{\"cluster_id\":\"1\",\"member_id\":\"2\",\"revision\":\"3\"}";

    @Test
    void theValueOfARangeIsUnpacked() throws Exception {
        assertThat(value(HEADER + ",\"kvs\":[{\"key\":\"" + EtcdServer.base64("key:1")
                        + "\",\"version\":\"1\",\"value\":\"" + EtcdServer.base64("42") + "\"}],\"count\":\"1\"}"))
                .isEqualTo("42");
    }

    @Test
    void anAbsentKeyAndAnErrorHaveNone() {
        assertThatThrownBy(() -> value(HEADER + "}")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> value("{\"error\":\"etcdserver: no leader\",\"code\":14}"))
                .isInstanceOf(IOException.class);
    }

    private static String value(String answer) throws IOException {
        return EtcdFront.value(answer.getBytes(StandardCharsets.UTF_8));
    }
}
