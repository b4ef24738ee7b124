package dev.hotlane.client;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Steps of a scripted gateway: good answers, problems, rubbish and silence. */
final class Steps {
    private Steps() {}

    /** A whole answer of that status, type and body. */
    static ScriptedGateway.Step answer(int status, String type, String body, String... headers) {
        return answer(status, type, got -> body, headers);
    }

    static ScriptedGateway.Step answer(
            int status, String type, Function<ScriptedGateway.Got, String> body, String... headers) {
        return (got, socket) -> {
            String text = body.apply(got);
            write(socket, head(status, type, text.getBytes(StandardCharsets.UTF_8).length, headers) + text);
            socket.close();
        };
    }

    /** The success of an increment, under the id that was sent. */
    static ScriptedGateway.Step incremented(String key) {
        return answer(200, "application/json", got -> changed(got.id(), key));
    }

    static String changed(String id, String key) {
        return "{\"id\":\"" + id + "\",\"offset\":7,\"time\":1795272905007,\"key\":\"" + key
                + "\",\"previous\":1,\"value\":2,\"version\":7}";
    }

    static ScriptedGateway.Step problem(int status, String code, String more, String... headers) {
        return answer(status, "application/problem+json", problemBody(status, code, more), headers);
    }

    static String problemBody(int status, String code, String more) {
        String type = code.toLowerCase(Locale.ROOT).replace('_', '-');
        return "{\"type\":\"urn:hotlane:problem:" + type + "\",\"title\":\"T\",\"status\":" + status
                + ",\"detail\":\"D\",\"code\":\"" + code + "\"" + more + "}";
    }

    static ScriptedGateway.Step unavailable() {
        return problem(503, "UNAVAILABLE", ",\"outcome\":\"not_executed\",\"retryAfterMs\":1", "Retry-After: 1");
    }

    static ScriptedGateway.Step outcomeUnknown() {
        return problem(504, "OUTCOME_UNKNOWN", ",\"outcome\":\"unknown\"");
    }

    static ScriptedGateway.Step insufficient() {
        return problem(409, "INSUFFICIENT", ",\"offset\":8,\"failedOp\":0,\"key\":\"k\",\"available\":3,\"limit\":0");
    }

    /** The connection is reset without an answer. */
    static ScriptedGateway.Step reset() {
        return (got, socket) -> {
            socket.setSoLinger(true, 0);
            socket.close();
        };
    }

    /** The connection ends without an answer. */
    static ScriptedGateway.Step close() {
        return (got, socket) -> socket.close();
    }

    /** No answer, and the connection stays. */
    static ScriptedGateway.Step hang() {
        return (got, socket) -> socket.getOutputStream().flush();
    }

    /** No answer; the future is completed once the client has ended the connection. */
    static ScriptedGateway.Step waitForTheEnd(CompletableFuture<Void> asked, CompletableFuture<Void> ended) {
        return (got, socket) -> {
            asked.complete(null);
            try {
                if (socket.getInputStream().read() < 0) {
                    ended.complete(null);
                }
            } catch (SocketException e) {
                ended.complete(null);
            }
        };
    }

    /** Headers and half of a body, then nothing. */
    static ScriptedGateway.Step hangInTheBody() {
        return (got, socket) -> write(socket, head(200, "application/json", 1000) + "{\"id\":");
    }

    /** Headers and half of a body, then the connection ends. */
    static ScriptedGateway.Step endInTheBody() {
        return (got, socket) -> {
            write(socket, head(409, "application/problem+json", 1000) + "{\"type\":");
            socket.close();
        };
    }

    private static String head(int status, String type, int length, String... headers) {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " X\r\nContent-Length: " + length
                + "\r\nConnection: close\r\n" + (type == null ? "" : "Content-Type: " + type + "\r\n"));
        for (String header : headers) {
            head.append(header).append("\r\n");
        }
        return head.append("\r\n").toString();
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }
}
