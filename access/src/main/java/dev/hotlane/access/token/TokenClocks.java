package dev.hotlane.access.token;

import java.util.function.LongSupplier;

/**
 * The two clocks of tokens.
 *
 * @param epochMs what {@code exp} and {@code nbf} are compared with
 * @param nanos what measures how old keys are
 */
record TokenClocks(LongSupplier epochMs, LongSupplier nanos) {
    /** Those of the JVM. */
    static final TokenClocks SYSTEM = new TokenClocks(System::currentTimeMillis, System::nanoTime);
}
