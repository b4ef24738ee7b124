package dev.hotlane.proof.monitor;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One expression of a dashboard.
 *
 * @param text in PromQL
 * @param legend names labels of the answer as {@code {{label}}}
 */
public record Expression(String text, String legend) {
    private static final Pattern SELECTOR = Pattern.compile("(hotlane_\\w+)\\{([^}]*)}");
    private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*[!=]=?~?\\s*\"([^\"]*)\"");
    private static final Pattern NAMED = Pattern.compile("\\{\\{(\\w+)}}");

    /** All of the dashboards that are shipped. */
    public static List<Expression> shipped() {
        List<Expression> all = new ArrayList<>();
        Prometheus.dashboards().forEach(file -> all.addAll(of(Prometheus.read(file))));
        return all;
    }

    /** Those of one dashboard. */
    static List<Expression> of(String dashboard) {
        return objects(new JsonObject(dashboard), "panels")
                .flatMap(panel -> objects(panel, "targets"))
                .map(target -> new Expression(target.getString("expr"), target.getString("legendFormat")))
                .toList();
    }

    private static Stream<JsonObject> objects(JsonObject of, String name) {
        return of.getJsonArray(name).stream().map(JsonObject.class::cast);
    }

    /** What is wrong with it on this server, whose lane shows this page of metrics; empty for nothing. */
    public List<String> objections(PrometheusServer server, String page) throws IOException {
        List<String> wrong = new ArrayList<>();
        JsonArray answer = server.answer(text);
        if (answer.isEmpty()) {
            return List.of(text + " has no answer");
        }
        NAMED.matcher(legend)
                .results()
                .map(label -> label.group(1))
                .filter(label ->
                        !answer.getJsonObject(0).getJsonObject("metric").containsKey(label))
                .forEach(label -> wrong.add(text + " gives no label " + label));
        Matcher selector = SELECTOR.matcher(text);
        while (selector.find()) {
            String metric = selector.group(1);
            MATCHER.matcher(selector.group(2))
                    .results()
                    .filter(label -> page.lines()
                            .noneMatch(line -> line.startsWith(metric + "{")
                                    && line.contains(label.group(1) + "=\"" + label.group(2) + "\"")))
                    .forEach(label -> wrong.add(metric + " has no label " + label.group()));
        }
        return wrong;
    }
}
