package dev.hotlane.proof.history;

import dev.hotlane.infra.log.LogPrinter;
import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.cli.RecordFilter;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a lane's whole command log to a file, as {@code hotlane log} prints it. Any thread. */
public final class LogDump {
    private LogDump() {}

    /** Writes all records from the first one left to the present end; returns their number. */
    public static long write(KafkaConnection kafka, String lane, Path file) {
        String topic = TopicSpec.commands(lane).name();
        try (TopicLog log = new TopicLog(kafka, topic);
                PrintWriter out = new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8))) {
            long end = log.endOffset();
            LogPrinter printer = new LogPrinter(log, RecordFilter.all());
            long records = printer.range(
                    log.startOffset(),
                    end,
                    Long.MAX_VALUE,
                    Long.MAX_VALUE,
                    () -> false,
                    line -> out.append(line).append('\n'));
            if (out.checkError()) {
                throw new UncheckedIOException(new IOException("could not write " + file));
            }
            return records;
        } catch (IOException e) {
            throw new UncheckedIOException("dump of " + topic + " to " + file, e);
        }
    }
}
