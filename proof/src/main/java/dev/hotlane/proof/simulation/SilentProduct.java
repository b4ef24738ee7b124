package dev.hotlane.proof.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** Turns the product's log off until {@link #end}: every simulated crash would fill a page. */
final class SilentProduct {
    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.hotlane");
    private final Level before = logger.getLevel();

    SilentProduct() {
        logger.setLevel(Level.OFF);
    }

    void end() {
        logger.setLevel(before);
    }
}
