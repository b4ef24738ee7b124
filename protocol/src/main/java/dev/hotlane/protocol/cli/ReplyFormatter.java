package dev.hotlane.protocol.cli;

import static dev.hotlane.protocol.cli.FormatterProperties.KINDS;
import static dev.hotlane.protocol.cli.FormatterProperties.PRETTY;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.MessageFormatter;

/**
 * Prints the reply topic in the stock console consumer: {@code --formatter dev.hotlane.protocol.cli.ReplyFormatter}.
 * Prints one line of JSON per reply or BEAT of a record, in UTF-8 whatever the locale. Properties: {@code kinds=REPLY}
 * and {@code pretty=true}, as in {@link CommandFormatter}; a reply has no keys to filter by.
 */
public final class ReplyFormatter implements MessageFormatter {
    private final ReplyJson json = new ReplyJson();
    private Set<ReplyLineKind> kinds = EnumSet.allOf(ReplyLineKind.class);
    private boolean pretty;

    /** Called by the console consumer, by class name. */
    public ReplyFormatter() {}

    /** Throws IllegalArgumentException for other properties and other values. */
    @Override
    public void configure(Map<String, ?> configs) {
        FormatterProperties properties = new FormatterProperties(configs, KINDS, PRETTY);
        kinds = properties.kinds(ReplyLineKind.class);
        pretty = properties.pretty();
    }

    @Override
    public void writeTo(ConsumerRecord<byte[], byte[]> in, PrintStream output) {
        for (String line : json.lines(in.partition(), in.offset(), in.timestamp(), in.value(), kinds)) {
            byte[] text = ((pretty ? PrettyJson.of(line) : line) + "\n").getBytes(StandardCharsets.UTF_8);
            output.write(text, 0, text.length);
        }
    }
}
