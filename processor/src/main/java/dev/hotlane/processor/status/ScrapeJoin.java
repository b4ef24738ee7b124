package dev.hotlane.processor.status;

import java.util.LinkedHashMap;
import java.util.Map;

/** One page of metrics of two: a node's processor and gateway. Without state. */
final class ScrapeJoin {
    private ScrapeJoin() {}

    /** Both pages, each family once; of a series that both have, the first counts. */
    static String join(String first, String second) {
        if (second.isEmpty()) {
            return first;
        }
        Map<String, Map<String, String>> families = new LinkedHashMap<>();
        add(first, families);
        add(second, families);
        StringBuilder both = new StringBuilder(first.length() + second.length());
        families.values()
                .forEach(lines ->
                        lines.values().forEach(line -> both.append(line).append('\n')));
        return both.toString();
    }

    private static void add(String page, Map<String, Map<String, String>> families) {
        Map<String, String> family = Map.of();
        for (String line : page.lines().toList()) {
            if (line.startsWith("#")) {
                String[] words = line.split(" ", 4);
                family = families.computeIfAbsent(words[2], name -> new LinkedHashMap<>());
                family.putIfAbsent(words[1], line);
            } else {
                family.putIfAbsent(line.substring(0, line.lastIndexOf(' ')), line);
            }
        }
    }
}
