package dev.hotlane.jmh.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class RequestTemplateTest {
    @Test
    void putsNumbersInTheirPlaces() {
        RequestTemplate template = RequestTemplate.post("/v1/x", "run-{id}", "[\"{key}\",\"{id}\",\"k:{key}\"]");
        template.key(0, 7);
        template.key(1, 12_345_678_901L);
        assertThat(written(template, 42))
                .isEqualTo("POST /v1/x HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Idempotency-Key: run-0000000000000042\r\nContent-Length: 60\r\n\r\n"
                        + "[\"0000000000000007\",\"0000000000000042\",\"k:0000012345678901\"]");
        assertThat(written(template, 43)).contains("run-0000000000000043").hasSize(template.length());
    }

    @Test
    void putsAHeaderBehindTheRequestLine() {
        RequestTemplate template = RequestTemplate.post("/v1/x", "run-{id}", "[]");
        ByteBuffer out = ByteBuffer.allocateDirect(1_000).put((byte) '!');
        new HeaderSource(template::write, "Authorization: Bearer k").write(42, out);
        byte[] written = new byte[out.flip().remaining()];
        out.get(written);
        assertThat(new String(written, StandardCharsets.US_ASCII))
                .isEqualTo("!"
                        + written(template, 42).replace(" HTTP/1.1\r\n", " HTTP/1.1\r\nAuthorization: Bearer k\r\n"));
    }

    private static String written(RequestTemplate template, long id) {
        ByteBuffer out = ByteBuffer.allocate(1_000);
        template.write(id, out);
        return new String(out.array(), 0, out.position(), StandardCharsets.US_ASCII);
    }
}
