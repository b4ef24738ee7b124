package dev.hotlane.protocol.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.MessageFormatter;

/**
 * Lets the stock console consumer print the reply topic: {@code --formatter dev.hotlane.protocol.cli.ReplyFormatter}.
 * One line of JSON for each reply or BEAT in a record, in UTF-8 whatever the locale.
 */
public final class ReplyFormatter implements MessageFormatter {
    private final ReplyJson json = new ReplyJson();

    /** Made by the console consumer, by name. */
    public ReplyFormatter() {}

    @Override
    public void writeTo(ConsumerRecord<byte[], byte[]> in, PrintStream output) {
        for (String text : json.lines(in.partition(), in.offset(), in.timestamp(), in.value())) {
            byte[] line = (text + "\n").getBytes(StandardCharsets.UTF_8);
            output.write(line, 0, line.length);
        }
    }
}
