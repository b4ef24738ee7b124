package dev.hotlane.infra.cli;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import org.slf4j.LoggerFactory;

/**
 * Log lines as JSON objects on stderr, each with lane, role and incarnation. The message is that of the text form: what a
 * line must not name, such as passwords and values of SQL, is in neither. Any thread.
 */
final class JsonLogEncoder extends JsonEncoder {
    private final String lane;
    private final String role;
    private volatile String incarnation = "starting";

    JsonLogEncoder(String lane, String role) {
        this.lane = lane;
        this.role = role;
        setWithContext(false);
        setWithSequenceNumber(false);
        setWithNanoseconds(false);
        setWithMDC(false);
        setWithMarkers(false);
        setWithKVPList(false);
        setWithArguments(false);
        setWithMessage(false);
        setWithFormattedMessage(true);
    }

    /** Writes all further log lines of this process so. */
    static JsonLogEncoder install(String lane, String role) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        JsonLogEncoder encoder = new JsonLogEncoder(lane, role);
        encoder.setContext(context);
        encoder.start();
        ConsoleAppender<ILoggingEvent> lines = new ConsoleAppender<>();
        lines.setContext(context);
        lines.setTarget("System.err");
        lines.setEncoder(encoder);
        lines.start();
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.detachAndStopAllAppenders();
        root.addAppender(lines);
        return encoder;
    }

    /** The random number of this start, once it is drawn. */
    void incarnation(String drawn) {
        incarnation = drawn;
    }

    @Override
    protected void appendCustomFields(StringBuilder line, ILoggingEvent event) {
        // None of the three needs escapes.
        add(line, "lane", lane);
        add(line, "role", role);
        add(line, "incarnation", incarnation);
    }

    private void add(StringBuilder line, String name, String value) {
        line.append(VALUE_SEPARATOR);
        appenderMember(line, name, value);
    }
}
