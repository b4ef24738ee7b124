package dev.hotlane.infra.rules;

import dev.hotlane.protocol.HeapShare;
import dev.hotlane.protocol.Rules;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks the processors of a lane whether they can go by new rules. A processor that can't read them ends at once with 31,
 * and one whose heap is too small ends once it is full, so all of them must be named.
 *
 * @param urls the address of each processor's own pages, such as http://10.0.0.5:8081
 */
record RunningProcessors(List<String> urls) {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Pattern LIMITS = Pattern.compile("\"formatMax\":(\\d{1,9}),\"heapMaxBytes\":(\\d{1,18})\\b");

    /** What a process can do: the highest format that it reads, and the bytes of its heap. */
    private record Limits(int formatMax, long heapMaxBytes) {}

    /** Throws RulesException unless each of them answers that it reads that format, and its heap holds these rules. */
    void require(Rules next) {
        HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
        long needed = HeapShare.OF_A_PROCESSOR.needed(next);
        for (String url : urls) {
            Limits limits = limits(http, url);
            if (limits.formatMax < next.formatVersion()) {
                throw new RulesException("the processor at " + url + " reads formats up to " + limits.formatMax
                        + ", not " + next.formatVersion() + ": upgrade it first.");
            }
            if (limits.heapMaxBytes < needed) {
                throw new RulesException("the processor at " + url + " has a heap of " + limits.heapMaxBytes
                        + " bytes, and these rules need " + needed + ": give it a larger -Xmx first.");
            }
        }
    }

    private static Limits limits(HttpClient http, String url) {
        String page = url.replaceFirst("/+$", "") + "/v1/status";
        String what;
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(page)).timeout(PATIENCE).build();
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            Matcher found = LIMITS.matcher(answer.body());
            if (answer.statusCode() == 200 && found.find()) {
                return new Limits(Integer.parseInt(found.group(1)), Long.parseLong(found.group(2)));
            }
            what = "answered " + answer.statusCode() + " without formatMax and heapMaxBytes";
        } catch (IOException | IllegalArgumentException e) {
            what = "did not answer (" + e + ")";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            what = "was not waited for";
        }
        throw new RulesException(page + " " + what + ": name each processor's own address, see --processor-http-port.");
    }
}
