package dev.hotlane.dist;

import java.util.List;
import java.util.Map;

/** A document of YAML, as SnakeYAML reads it. No state. */
final class YamlTree {
    private YamlTree() {}

    /** The node as a map; empty if there is none. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object node) {
        return node == null ? Map.of() : (Map<String, Object>) node;
    }

    /** The nodes of a list; empty if there is none. */
    static List<?> list(Object node) {
        return node == null ? List.of() : (List<?>) node;
    }

    /** The words of a list; empty if there is none. */
    static List<String> words(Object node) {
        return list(node).stream().map(Object::toString).toList();
    }

    /** What the path leads to; null if it ends before. */
    static Object at(Object node, String... path) {
        Object found = node;
        for (String name : path) {
            found = map(found).get(name);
        }
        return found;
    }
}
