package dev.hotlane.console;

import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/** A browser of one caller, as far as a console needs one: it keeps cookies and sends forms. One thread. */
final class ConsoleVisitor {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern TOKEN = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");

    final Map<String, String> cookies = new TreeMap<>();
    final List<String> setCookies = new ArrayList<>();
    private final String url;
    private final HttpClient http;

    ConsoleVisitor(RunningConsole console) {
        this(console, null);
    }

    /** {@code tls} null: the JDK's own. */
    ConsoleVisitor(RunningConsole console, SSLContext tls) {
        url = console.url();
        http = (tls == null ? HttpClient.newBuilder() : HttpClient.newBuilder().sslContext(tls)).build();
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url).resolve(path)).timeout(PATIENCE);
        cookies.forEach((name, value) -> request.header("Cookie", name + "=" + value));
        return request;
    }

    private <T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> body) {
        try {
            HttpResponse<T> answer = http.send(request.build(), body);
            for (String line : answer.headers().allValues("Set-Cookie")) {
                setCookies.add(line);
                String[] pair = line.split("; ")[0].split("=", 2);
                if (pair[1].isEmpty()) {
                    cookies.remove(pair[0]);
                } else {
                    cookies.put(pair[0], pair[1]);
                }
            }
            return answer;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    HttpResponse<String> get(String path) {
        return send(request(path), HttpResponse.BodyHandlers.ofString());
    }

    JsonObject json(String path) {
        return new JsonObject(get(path).body());
    }

    /** Sends a form with these fields: name, value, and so on. */
    HttpResponse<String> post(String path, String... fields) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < fields.length; i += 2) {
            parts.add(fields[i] + "=" + URLEncoder.encode(fields[i + 1], StandardCharsets.UTF_8));
        }
        return send(
                request(path)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(String.join("&", parts))),
                HttpResponse.BodyHandlers.ofString());
    }

    /** The token of the login form. */
    String token() {
        Matcher token = TOKEN.matcher(get("/login").body());
        if (!token.find()) {
            throw new IllegalStateException("the form has no token");
        }
        return token.group(1);
    }

    HttpResponse<String> login(String key) {
        return post("/login", "csrf", token(), "key", key);
    }

    /** Opens the stream of events. */
    BufferedReader live() {
        HttpResponse<InputStream> live = send(request("/live"), HttpResponse.BodyHandlers.ofInputStream());
        if (live.statusCode() != 200) {
            throw new IllegalStateException("the stream answered " + live.statusCode());
        }
        return new BufferedReader(new InputStreamReader(live.body(), StandardCharsets.UTF_8));
    }
}
