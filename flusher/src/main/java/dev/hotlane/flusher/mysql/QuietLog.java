package dev.hotlane.flusher.mysql;

import org.flywaydb.core.api.logging.Log;
import org.flywaydb.core.api.logging.LogCreator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Flyway's log, one level down: its progress messages matter only for debugging. */
public final class QuietLog implements LogCreator {
    @Override
    public Log createLogger(Class<?> of) {
        return new Quiet(LoggerFactory.getLogger(of));
    }

    private record Quiet(Logger log) implements Log {
        @Override
        public void debug(String message) {
            log.trace(message);
        }

        @Override
        public void info(String message) {
            log.debug(message);
        }

        @Override
        public void notice(String message) {
            log.debug(message);
        }

        @Override
        public void warn(String message) {
            log.warn(message);
        }

        @Override
        public void error(String message) {
            log.error(message);
        }

        @Override
        public void error(String message, Exception e) {
            log.error(message, e);
        }
    }
}
