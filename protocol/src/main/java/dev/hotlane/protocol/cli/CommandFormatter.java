package dev.hotlane.protocol.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.MessageFormatter;

/**
 * Lets the stock console consumer print the command topic: {@code --formatter
 * dev.hotlane.protocol.cli.CommandFormatter}. One line of JSON a record, in UTF-8 whatever the locale.
 */
public final class CommandFormatter implements MessageFormatter {
    private final RecordJson json = new RecordJson();

    /** Made by the console consumer, by name. */
    public CommandFormatter() {}

    @Override
    public void writeTo(ConsumerRecord<byte[], byte[]> in, PrintStream output) {
        byte[] line =
                (json.line(in.offset(), in.timestamp(), in.key(), in.value()) + "\n").getBytes(StandardCharsets.UTF_8);
        output.write(line, 0, line.length);
    }
}
