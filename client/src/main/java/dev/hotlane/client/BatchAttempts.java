package dev.hotlane.client;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The attempts of one batch: each sends the lines that have no outcome yet. */
final class BatchAttempts implements Attempts<List<BatchLine<?>>> {
    static final String NDJSON = "application/x-ndjson";

    private final List<BatchLine<?>> lines;

    BatchAttempts(List<BatchLine<?>> lines) {
        this.lines = lines;
    }

    private List<BatchLine<?>> pending() {
        return lines.stream().filter(line -> !line.isSettled()).toList();
    }

    @Override
    public HttpRequest.Builder request(URI gateway) {
        return request(gateway, pending());
    }

    /** The request of these lines. */
    static HttpRequest.Builder request(URI gateway, List<BatchLine<?>> lines) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (BatchLine<?> line : lines) {
            body.writeBytes(line.bytes());
            body.write('\n');
        }
        return HttpRequest.newBuilder(gateway.resolve("/v1/batch"))
                .header("Content-Type", NDJSON)
                .POST(BodyPublishers.ofByteArray(body.toByteArray()));
    }

    @Override
    public Optional<List<BatchLine<?>>> answered(HttpResponse<byte[]> response) {
        if (response.statusCode() == 200 && AnswerJudge.hasType(response.headers(), NDJSON)) {
            match(new String(response.body(), StandardCharsets.UTF_8).split("\n"));
        } else {
            pending().forEach(line -> line.answered(response));
        }
        return pending().isEmpty() ? Optional.of(lines) : Optional.empty();
    }

    /** Results come in the order of the lines; all lines from the first unfit result on are in doubt. */
    private void match(String[] results) {
        List<BatchLine<?>> pending = pending();
        int fitting = 0;
        String misfit = "no result came for this line of the batch";
        while (fitting < Math.min(pending.size(), results.length)) {
            try {
                pending.get(fitting).answered(Json.object(results[fitting].getBytes(StandardCharsets.UTF_8)));
            } catch (ForeignAnswerException e) {
                misfit = "a result of the batch is none of Hotlane: " + e.getMessage();
                break;
            }
            fitting++;
        }
        for (BatchLine<?> line : pending.subList(fitting, pending.size())) {
            line.unanswered(true, misfit);
        }
    }

    @Override
    public void unanswered(boolean arrived, String detail) {
        pending().forEach(line -> line.unanswered(arrived, detail));
    }

    @Override
    public Duration retryAfter() {
        return pending().stream()
                .map(BatchLine::retryAfter)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    @Override
    public List<BatchLine<?>> ended(boolean underWay, String reason) {
        pending().forEach(line -> line.ended(underWay, reason));
        return lines;
    }
}
