package dev.hotlane.infra.log;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What one class of the product logs from now on until it is closed. Any thread. */
public final class LoggedLines extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final Logger logger;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private LoggedLines(String className) {
        logger = (Logger) LoggerFactory.getLogger(className);
    }

    /** Of the class with that full name. */
    public static LoggedLines of(String className) {
        LoggedLines lines = new LoggedLines(className);
        lines.start();
        lines.logger.addAppender(lines);
        return lines;
    }

    /** Each as its level, a space and its text. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    protected void append(ILoggingEvent event) {
        lines.add(event.getLevel() + " " + event.getFormattedMessage());
    }

    @Override
    public void close() {
        logger.detachAppender(this);
    }
}
