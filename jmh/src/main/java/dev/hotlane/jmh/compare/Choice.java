package dev.hotlane.jmh.compare;

import dev.hotlane.jmh.peers.PeerKind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Who takes part, Hotlane first and always. Immutable.
 *
 * @param codes of contestants, in the order of the table
 */
record Choice(List<String> codes) {
    static final String HOTLANE = "hotlane";
    static final String FLUSHED = "hotlane-flushed";
    static final String SPLIT = "hotlane-split";

    static Choice all() {
        return new Choice(known());
    }

    /** Those named; a letter stands for all that begin with it. */
    static Choice named(List<String> names) {
        Set<String> chosen = new LinkedHashSet<>(List.of(HOTLANE));
        for (String name : names) {
            List<String> meant = known().stream()
                    .filter(code ->
                            code.equals(name) || name.length() == 1 && code.length() == 2 && code.startsWith(name))
                    .toList();
            if (meant.isEmpty()) {
                throw new IllegalArgumentException(
                        "--peers: there is no " + name + "; known are " + String.join(", ", known()) + ".");
            }
            chosen.addAll(meant);
        }
        return new Choice(known().stream().filter(chosen::contains).toList());
    }

    static String title(String code) {
        return switch (code) {
            case HOTLANE -> "Hotlane, one node";
            case FLUSHED -> "Hotlane, one node, with flush.messages=1";
            case SPLIT -> "Hotlane, processor and gateway with a JVM each";
            default -> kind(code).title();
        };
    }

    static boolean isHotlane(String code) {
        return code.startsWith(HOTLANE);
    }

    /** Of a peer. */
    static PeerKind kind(String code) {
        return Stream.of(PeerKind.values())
                .filter(kind -> kind.code().equals(code))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> known() {
        List<String> codes = new ArrayList<>(List.of(HOTLANE, FLUSHED, SPLIT));
        Stream.of(PeerKind.values()).map(PeerKind::code).forEach(codes::add);
        return codes;
    }
}
