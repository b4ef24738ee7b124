package dev.hotlane.proof.history;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A recorded run in memory for planting faults: events, log and tables as objects that may be changed. One thread. */
public final class Recorded {
    private static final Pattern GROUP = Pattern.compile("(\\w+)(?::|%3A)(\\d+)(?::|%3A)");

    /** A call and its answer; changes to either are changes to the history. */
    record Seen(JsonObject invoke, JsonObject completion, String group) {
        JsonObject request() {
            return invoke.getJsonObject("request");
        }

        JsonObject body() {
            return completion.getJsonObject("body");
        }

        String path() {
            return request().getString("path");
        }

        boolean is(String method, String ending) {
            return method.equals(request().getString("method")) && path().endsWith(ending);
        }

        boolean completed(int status) {
            return completion.getInteger("status") == status;
        }

        boolean replayed() {
            return completion.getBoolean("replayed", false);
        }

        String code() {
            return body().getString("code", "");
        }

        long number(String name) {
            return body().getLong(name);
        }
    }

    final List<JsonObject> history;
    final List<JsonObject> log;
    final List<JsonObject> tables;

    /** The position of the feed, then its events; empty if none followed the lane. */
    final List<JsonObject> events;

    final List<Seen> calls = new ArrayList<>();

    private Recorded(List<JsonObject> history, List<JsonObject> log, List<JsonObject> tables, List<JsonObject> events) {
        this.events = events;
        this.history = history;
        this.log = log;
        this.tables = tables;
        Map<Long, JsonObject> invokes = new HashMap<>();
        Map<String, String> groups = new HashMap<>();
        for (JsonObject event : history) {
            if (event.containsKey("request")) {
                invokes.put(event.getLong("seq"), event);
                groups.putIfAbsent(event.getString("id", ""), group(event.getJsonObject("request"), groups));
            } else if (event.containsKey("invoke")) {
                JsonObject invoke = invokes.get(event.getLong("invoke"));
                calls.add(new Seen(invoke, event, group(invoke.getJsonObject("request"), groups)));
            }
        }
    }

    private static String group(JsonObject request, Map<String, String> groups) {
        Matcher key = GROUP.matcher(request.encode());
        String[] path = request.getString("path").split("/");
        return key.find() ? key.group(2) : groups.getOrDefault(path.length > 3 ? path[3] : "", "");
    }

    /** Reads the files; there may be no events. */
    public static Recorded read(Path history, Path log, Path tables, Path events) {
        return new Recorded(
                lines(history), lines(log), lines(tables), Files.exists(events) ? lines(events) : new ArrayList<>());
    }

    private static List<JsonObject> lines(Path file) {
        try (var lines = Files.lines(file)) {
            return lines.map(JsonObject::new).collect(Collectors.toCollection(ArrayList::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The ids of all recorded commands. */
    public Set<String> ids() {
        return history.stream()
                .filter(event -> event.containsKey("id"))
                .map(event -> event.getString("id"))
                .collect(Collectors.toSet());
    }

    /** Writes the present content into files. */
    public void write(Path toHistory, Path toLog, Path toTables, Path toEvents) {
        write(events, toEvents);
        write(history, toHistory);
        write(log, toLog);
        write(tables, toTables);
    }

    private static void write(List<JsonObject> lines, Path file) {
        try {
            Files.write(file, lines.stream().map(JsonObject::encode).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The first call that fits; NoSuchElementException if the run is too short for one. */
    Seen first(String what, Predicate<Seen> fits) {
        return calls.stream()
                .filter(fits)
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("the run has no " + what));
    }

    /** Whether no other call of its keys was under way meanwhile: then only one answer is right. */
    boolean alone(Seen call) {
        long from = call.invoke.getLong("seq");
        long to = call.completion.getLong("seq");
        return calls.stream()
                .filter(other -> other != call && other.group.equals(call.group))
                .allMatch(other -> other.completion.getLong("seq") < from || other.invoke.getLong("seq") > to);
    }

    /** The record of a call in the log. */
    JsonObject record(Seen call) {
        return traced(call).orElseThrow();
    }

    /** Whether a record of the log has the call's trace. Of reads that share a READ only one has. */
    boolean isTraced(Seen call) {
        return traced(call).isPresent();
    }

    private Optional<JsonObject> traced(Seen call) {
        String trace = String.format("%016x-01", call.invoke.getLong("seq"));
        return log.stream()
                .filter(record -> record.getString("traceparent", "").endsWith(trace))
                .findFirst();
    }

    /** Exchanges two records; offset and time stay. */
    static void exchange(JsonObject one, JsonObject other) {
        JsonObject first = one.copy();
        JsonObject second = other.copy();
        for (String stays : new String[] {"offset", "time", "timeMs"}) {
            Object value = first.getValue(stays);
            first.put(stays, second.getValue(stays));
            second.put(stays, value);
        }
        one.clear().mergeIn(second);
        other.clear().mergeIn(first);
    }

    /** The first row of a table that fits. */
    JsonObject row(String table, Predicate<JsonObject> fits) {
        return tables.stream()
                .filter(row -> row.getString("table").equals(table) && fits.test(row))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("no such row of " + table));
    }
}
