package dev.hotlane.protocol.cli;

import static dev.hotlane.protocol.cli.FormatterProperties.KEYS;
import static dev.hotlane.protocol.cli.FormatterProperties.KINDS;
import static dev.hotlane.protocol.cli.FormatterProperties.PRETTY;

import dev.hotlane.protocol.RecordKind;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.MessageFormatter;

/**
 * Prints the command topic in the stock console consumer: {@code --formatter
 * dev.hotlane.protocol.cli.CommandFormatter}. Prints one line of JSON per record, in UTF-8 whatever the locale.
 * Properties, each as {@code --formatter-property NAME=VALUE}: {@code kinds=COMMAND,RULES} shows only records of those
 * kinds, {@code keys=stock:a} only records with one of those counters, {@code pretty=true} spreads a record over
 * several lines.
 */
public final class CommandFormatter implements MessageFormatter {
    private final RecordJson json = new RecordJson();
    private RecordFilter filter = RecordFilter.all();
    private boolean pretty;

    /** Called by the console consumer, by class name. */
    public CommandFormatter() {}

    /** Throws IllegalArgumentException for other properties and other values. */
    @Override
    public void configure(Map<String, ?> configs) {
        FormatterProperties properties = new FormatterProperties(configs, KINDS, KEYS, PRETTY);
        filter = new RecordFilter(properties.kinds(RecordKind.class), properties.keys(), null);
        pretty = properties.pretty();
    }

    @Override
    public void writeTo(ConsumerRecord<byte[], byte[]> in, PrintStream output) {
        if (!filter.takes(in.key(), in.value())) {
            return;
        }
        String line = json.line(in.offset(), in.timestamp(), in.key(), in.value());
        byte[] text = ((pretty ? PrettyJson.of(line) : line) + "\n").getBytes(StandardCharsets.UTF_8);
        output.write(text, 0, text.length);
    }
}
