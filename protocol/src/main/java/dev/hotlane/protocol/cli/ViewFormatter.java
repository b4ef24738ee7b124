package dev.hotlane.protocol.cli;

import static dev.hotlane.protocol.cli.FormatterProperties.KEYS;
import static dev.hotlane.protocol.cli.FormatterProperties.PRETTY;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.MessageFormatter;

/**
 * Prints the view topic in the stock console consumer: {@code --formatter dev.hotlane.protocol.cli.ViewFormatter}.
 * Prints one line of JSON per record, in UTF-8 whatever the locale. Properties: {@code keys=stock:a} shows only records
 * with one of those counters, and of them only those; {@code pretty=true}, as in {@link CommandFormatter}.
 */
public final class ViewFormatter implements MessageFormatter {
    private ViewJson json = new ViewJson();
    private boolean pretty;

    /** Called by the console consumer, by class name. */
    public ViewFormatter() {}

    /** Throws IllegalArgumentException for other properties and other values. */
    @Override
    public void configure(Map<String, ?> configs) {
        FormatterProperties properties = new FormatterProperties(configs, KEYS, PRETTY);
        json = new ViewJson(properties.keys());
        pretty = properties.pretty();
    }

    @Override
    public void writeTo(ConsumerRecord<byte[], byte[]> in, PrintStream output) {
        String line = json.line(in.offset(), in.timestamp(), in.value());
        if (line != null) {
            byte[] text = ((pretty ? PrettyJson.of(line) : line) + "\n").getBytes(StandardCharsets.UTF_8);
            output.write(text, 0, text.length);
        }
    }
}
