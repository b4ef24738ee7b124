package dev.hotlane.infra.topics;

import java.util.List;
import java.util.stream.Stream;

/**
 * Result of a check or a creation.
 *
 * @param done one sentence for each thing that was created, or found to be right
 * @param differences what is not as the lane needs it
 */
public record TopicsReport(List<String> done, List<Difference> differences) {
    /**
     * One thing that is not as the lane needs it.
     *
     * @param text found and expected, in a sentence
     * @param mend the command that mends it, or what to do
     */
    public record Difference(String text, String mend) {}

    /** Whether the lane may be started. */
    public boolean right() {
        return differences.isEmpty();
    }

    /** This report and another one. */
    public TopicsReport and(TopicsReport other) {
        return new TopicsReport(
                Stream.concat(done.stream(), other.done.stream()).toList(),
                Stream.concat(differences.stream(), other.differences.stream()).toList());
    }
}
