package dev.hotlane.dist;

import static dev.hotlane.dist.YamlTree.at;
import static dev.hotlane.dist.YamlTree.list;
import static dev.hotlane.dist.YamlTree.map;
import static dev.hotlane.dist.YamlTree.words;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.Yaml;

/** A golden file of the chart: the objects that an install makes. Immutable. */
record RenderedChart(String text) {
    static final Path DEPLOY = Path.of("../infra/deploy");

    /** One of its containers, with the pod that it is in. */
    record Container(String object, Map<String, Object> pod, Map<String, Object> itself) {
        String name() {
            return itself.get("name").toString();
        }

        List<String> words() {
            return YamlTree.words(itself.get("args"));
        }

        /** Its variables; the pod's index is 1. */
        Map<String, String> environment() {
            Map<String, String> all = new LinkedHashMap<>();
            list(itself.get("env"))
                    .forEach(one -> all.put(
                            at(one, "name").toString(),
                            Objects.requireNonNullElse(at(one, "value"), "1").toString()));
            return all;
        }

        Map<String, Object> spec() {
            return map(pod.get("spec"));
        }

        @Override
        public String toString() {
            return object + ", container " + name();
        }
    }

    static RenderedChart golden(String name) throws IOException {
        return new RenderedChart(Files.readString(DEPLOY.resolve("golden/" + name + ".yaml")));
    }

    static List<RenderedChart> all() throws IOException {
        List<RenderedChart> all = new ArrayList<>();
        for (String name : List.of("default", "everything", "insecure")) {
            all.add(golden(name));
        }
        return all;
    }

    /** The sum of chart and values that a golden file is made of, as `render` writes it into the file. */
    static String sum(Path deploy, String name) throws IOException {
        Path values = deploy.resolve("golden/" + name + ".values.yaml");
        try (Stream<Path> chart = Files.walk(deploy.resolve("hotlane"))) {
            StringBuilder sums = new StringBuilder();
            List<String> files = Stream.concat(chart, Stream.of(values))
                    .filter(Files::isRegularFile)
                    .map(file -> deploy.relativize(file).toString())
                    .sorted()
                    .toList();
            for (String file : files) {
                sums.append(hex(Files.readAllBytes(deploy.resolve(file))))
                        .append("  ")
                        .append(file)
                        .append('\n');
            }
            return hex(sums.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String hex(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** A copy with a fault in it. */
    RenderedChart with(String piece, String instead) {
        if (!text.contains(piece)) {
            throw new IllegalArgumentException("the chart has no " + piece);
        }
        return new RenderedChart(text.replace(piece, instead));
    }

    List<Map<String, Object>> objects() {
        return StreamSupport.stream(new Yaml().loadAll(text).spliterator(), false)
                .filter(Objects::nonNull)
                .map(YamlTree::map)
                .toList();
    }

    List<Map<String, Object>> objects(String kind) {
        return objects().stream().filter(one -> one.get("kind").equals(kind)).toList();
    }

    Map<String, Object> object(String kind, String name) {
        return objects(kind).stream()
                .filter(one -> name.equals(at(one, "metadata", "name")))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no " + kind + " " + name));
    }

    List<Container> containers() {
        List<Container> all = new ArrayList<>();
        for (Map<String, Object> one : objects()) {
            Object template = at(one, "spec", "template");
            Map<String, Object> pod =
                    map(template != null ? template : at(one, "spec", "jobTemplate", "spec", "template"));
            String name = one.get("kind") + " " + at(one, "metadata", "name");
            Stream.of("initContainers", "containers")
                    .flatMap(part -> list(at(pod, "spec", part)).stream())
                    .forEach(itself -> all.add(new Container(name, pod, map(itself))));
        }
        return all;
    }

    Container container(String object) {
        return containers().stream()
                .filter(one -> one.object().equals(object))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no " + object));
    }

    Container node() {
        return container("StatefulSet hotlane");
    }

    /** Names of the ports of a container, with their numbers. */
    static Map<String, Object> ports(Container of) {
        Map<String, Object> ports = new LinkedHashMap<>();
        list(of.itself().get("ports")).forEach(one -> ports.put(at(one, "name").toString(), at(one, "containerPort")));
        return ports;
    }

    /** Whether these labels are among those of the pod. */
    static boolean selects(Object labels, Container of) {
        return map(at(of.pod(), "metadata", "labels"))
                .entrySet()
                .containsAll(map(labels).entrySet());
    }

    /** What the items of a list of objects have under a name. */
    static List<String> each(Object items, String name) {
        return words(list(items).stream()
                .map(one -> at(one, name))
                .filter(Objects::nonNull)
                .toList());
    }
}
