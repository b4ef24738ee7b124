package dev.hotlane.gateway.http;

import dev.hotlane.gateway.json.JsonText;
import dev.hotlane.gateway.json.ProblemText;
import dev.hotlane.gateway.problem.Code;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The response to a request whose headers did not come in time: there is no request yet that could be answered. */
final class LateRequest {
    private LateRequest() {}

    /** The bytes of the response to headers that took longer than that. */
    static byte[] response(int requestMaxMs) {
        JsonText body = new JsonText();
        String detail =
                "Nothing was published: the request came too slowly. Send its headers within " + requestMaxMs + " ms.";
        new ProblemText(body, Code.REQUEST_TIMEOUT, Code.REQUEST_TIMEOUT.status(), detail).end();
        byte[] head = ("HTTP/1.1 408 Request Timeout\r\ncontent-type: application/problem+json\r\n"
                        + "cache-control: no-store\r\nconnection: close\r\ncontent-length: " + body.length()
                        + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] whole = Arrays.copyOf(head, head.length + body.length());
        System.arraycopy(body.bytes(), 0, whole, head.length, body.length());
        return whole;
    }
}
