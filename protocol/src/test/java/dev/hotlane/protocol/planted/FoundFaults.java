package dev.hotlane.protocol.planted;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that faults are found by tests that are there anyway: a subclass has a static method {@code faults}. */
public abstract class FoundFaults {
    @ParameterizedTest
    @MethodSource("faults")
    void everyPlantedFaultIsFound(FoundFault planted) throws Exception {
        planted.requireFound();
    }

    @ParameterizedTest
    @MethodSource("faults")
    void withoutTheFaultTheSameTestPasses(FoundFault planted) throws Exception {
        planted.requirePassedWithout();
    }
}
