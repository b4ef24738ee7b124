package dev.hotlane.infra.rules;

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
 * Asks the processors of a lane whether they can go by new rules. A processor that can't ends at once with 31, so all of
 * them must be named.
 *
 * @param urls the address of each processor's own pages, such as http://10.0.0.5:8081
 */
record RunningProcessors(List<String> urls) {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Pattern FORMAT_MAX = Pattern.compile("\"formatMax\":(\\d{1,9})\\b");

    /** Throws RulesException unless each of them answers that it reads that format. */
    void require(Rules next) {
        HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
        for (String url : urls) {
            int formatMax = formatMax(http, url);
            if (formatMax < next.formatVersion()) {
                throw new RulesException("the processor at " + url + " reads formats up to " + formatMax + ", not "
                        + next.formatVersion() + ": upgrade it first.");
            }
        }
    }

    private static int formatMax(HttpClient http, String url) {
        String page = url.replaceFirst("/+$", "") + "/v1/status";
        String what;
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(page)).timeout(PATIENCE).build();
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            Matcher found = FORMAT_MAX.matcher(answer.body());
            if (answer.statusCode() == 200 && found.find()) {
                return Integer.parseInt(found.group(1));
            }
            what = "answered " + answer.statusCode() + " without formatMax";
        } catch (IOException | IllegalArgumentException e) {
            what = "did not answer (" + e + ")";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            what = "was not waited for";
        }
        throw new RulesException(page + " " + what + ": name each processor's own address, see --processor-http-port.");
    }
}
