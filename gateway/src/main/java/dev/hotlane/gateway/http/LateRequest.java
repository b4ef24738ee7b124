package dev.hotlane.gateway.http;

import dev.hotlane.gateway.json.ProblemText;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.protocol.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/** The response if headers did not arrive in time, when there is no request object to answer yet. */
final class LateRequest {
    private LateRequest() {}

    /** The bytes of the response to headers that took longer than {@code headerMax}. */
    static byte[] response(Duration headerMax) {
        JsonText body = new JsonText();
        String detail = "Nothing was published: the request came too slowly. Send it again, its headers within "
                + headerMax.toMillis() + " ms of its first byte, with the same key.";
        new ProblemText(body, Code.REQUEST_TIMEOUT, Code.REQUEST_TIMEOUT.status(), detail).end();
        byte[] head = ("HTTP/1.1 408 Request Timeout\r\ncontent-type: application/problem+json\r\n"
                        + "cache-control: no-store\r\nx-content-type-options: nosniff\r\nconnection: close\r\ncontent-length: "
                        + body.length()
                        + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] whole = Arrays.copyOf(head, head.length + body.length());
        System.arraycopy(body.bytes(), 0, whole, head.length, body.length());
        return whole;
    }
}
