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
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;

/**
 * Asks the processors of a lane whether they can go by new rules. A processor that can't read them ends at once with 31,
 * and one whose heap is too small ends once it is full, so all of them must be named.
 *
 * @param urls the address of each processor's own pages, such as https://10.0.0.5:8081
 * @param tls trusts their certificates; null: what Java trusts
 * @param key an API key of a principal that may observe; null: none is sent
 */
public record RunningProcessors(List<String> urls, SSLContext tls, String key) {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Pattern LIMITS = Pattern.compile("\"formatMax\":(\\d{1,9}),\"heapMaxBytes\":(\\d{1,18})\\b"
            + "(?:,\"heapViewed\":(true|false),\"heapOtherBytes\":(\\d{1,18})\\b)?");

    /** What a process can do: the highest format that it reads, the bytes of its heap, and what else is in it. */
    private record Limits(int formatMax, long heapMaxBytes, HeapShare share) {}

    @Override
    public String toString() {
        return "RunningProcessors" + urls;
    }

    /** Throws RulesException unless each of them answers that it reads that format, and its heap holds these rules. */
    void require(Rules next) {
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(PATIENCE);
        HttpClient http =
                tls == null ? builder.build() : builder.sslContext(tls).build();
        for (String url : urls) {
            Limits limits = limits(http, url);
            if (limits.formatMax < next.formatVersion()) {
                throw new RulesException("the processor at " + url + " reads formats up to " + limits.formatMax
                        + ", not " + next.formatVersion() + ": upgrade it first.");
            }
            long needed = limits.share.needed(next);
            if (limits.heapMaxBytes < needed) {
                throw new RulesException("the processor at " + url + " has a heap of " + limits.heapMaxBytes
                        + " bytes, and these rules need " + needed + ": give it a larger -Xmx first.");
            }
        }
    }

    private Limits limits(HttpClient http, String url) {
        String page = url.replaceFirst("/+$", "") + "/v1/status";
        String what;
        String advice = "name each processor's own address, see --processor-http-port";
        try {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(URI.create(page)).timeout(PATIENCE);
            if (key != null) {
                request.header("Authorization", "Bearer " + key);
            }
            HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            Matcher found = LIMITS.matcher(answer.body());
            if (answer.statusCode() == 200 && found.find()) {
                HeapShare share = found.group(3) == null
                        ? HeapShare.OF_A_PROCESSOR
                        : new HeapShare(Boolean.parseBoolean(found.group(3)), Long.parseLong(found.group(4)));
                return new Limits(Integer.parseInt(found.group(1)), Long.parseLong(found.group(2)), share);
            }
            if (answer.statusCode() == 401 || answer.statusCode() == 403) {
                what = "answered " + answer.statusCode();
                advice = "give --key-file with a key that may observe";
            } else {
                what = "answered " + answer.statusCode() + " without formatMax and heapMaxBytes";
            }
        } catch (SSLHandshakeException e) {
            what = "shows no certificate that is trusted here (" + e.getMessage() + ")";
            advice = "give --ca-file with the authority that signed it";
        } catch (IOException | IllegalArgumentException e) {
            what = "did not answer HTTP (" + String.valueOf(e.getMessage()).replaceAll("[^ -~]", "?") + ")";
            advice = "start with https:// if it has a certificate, else with http://, and " + advice;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            what = "was not waited for";
        }
        throw new RulesException(page + " " + what + ": " + advice + ".");
    }
}
