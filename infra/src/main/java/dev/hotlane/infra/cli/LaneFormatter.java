package dev.hotlane.infra.cli;

import dev.hotlane.protocol.cli.CommandFormatter;
import dev.hotlane.protocol.cli.ReplyFormatter;
import dev.hotlane.protocol.cli.ViewFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.MessageFormatter;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The formatter of the stock console consumer for a topic: {@code LANE.commands} is a command topic,
 * {@code LANE.replies} a reply topic and {@code LANE.view} a view topic, whatever the lane's name. Any thread.
 */
final class LaneFormatter {
    private static final String FORMATTER = "--formatter";

    private LaneFormatter() {}

    /**
     * Returns the arguments with the formatter of their topic. Leaves them unchanged if they name a formatter, or a
     * topic that is no lane's. Rejects a formatter property that this formatter does not have.
     */
    static List<String> putInto(List<String> args, CommandLine command) {
        Optional<MessageFormatter> formatter = values(args, FORMATTER).isEmpty() ? of(args) : Optional.empty();
        if (formatter.isEmpty()) {
            return args;
        }
        check(formatter.get(), args, command);
        List<String> all = new ArrayList<>(args);
        all.add(FORMATTER);
        all.add(formatter.get().getClass().getName());
        return all;
    }

    /** The formatter of the one topic in `--topic`, or in the regular expression of `--include`. */
    private static Optional<MessageFormatter> of(List<String> args) {
        List<String> topics = new ArrayList<>(values(args, "--topic"));
        values(args, "--include").forEach(pattern -> topics.add(pattern.replace("\\", "")));
        if (topics.size() != 1) {
            return Optional.empty();
        }
        String topic = topics.get(0);
        if (topic.endsWith(".commands")) {
            return Optional.of(new CommandFormatter());
        }
        if (topic.endsWith(".view")) {
            return Optional.of(new ViewFormatter());
        }
        return topic.endsWith(".replies") ? Optional.of(new ReplyFormatter()) : Optional.empty();
    }

    /** Rejects here, as the tool would print its whole usage below its own error. */
    private static void check(MessageFormatter formatter, List<String> args, CommandLine command) {
        Map<String, String> properties = new HashMap<>();
        List<String> given = new ArrayList<>(values(args, "--formatter-property"));
        given.addAll(values(args, "--property"));
        for (String property : given) {
            int equals = property.indexOf('=');
            properties.put(
                    equals < 0 ? property : property.substring(0, equals),
                    equals < 0 ? "" : property.substring(equals + 1));
        }
        try {
            formatter.configure(properties);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, e.getMessage(), e);
        }
    }

    /** Values of an option given as two arguments, or as one with an equals sign. */
    private static List<String> values(List<String> args, String option) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < args.size(); i++) {
            if (args.get(i).startsWith(option + "=")) {
                values.add(args.get(i).substring(option.length() + 1));
            } else if (args.get(i).equals(option) && i + 1 < args.size()) {
                values.add(args.get(i + 1));
            }
        }
        return values;
    }
}
