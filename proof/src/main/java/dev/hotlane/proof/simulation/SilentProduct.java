package dev.hotlane.proof.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** From its making to its end the product logs nothing: every simulated crash would be a page of it. */
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
