package dev.hotlane.protocol.planted;

import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that faults are found by tests that are there anyway: a subclass has a static method {@code faults}, of a list or
 * stream of {@link FoundFault}. Each commit tries
 * a third of them, see {@link CommitShare}.
 */
public abstract class FoundFaults {
    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("ofCommit")
    void everyPlantedFaultIsFound(FoundFault planted) throws Exception {
        planted.requireFound();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("testsOfCommit")
    void withoutTheFaultTheSameTestPasses(FoundFault planted) throws Exception {
        planted.requirePassedWithout();
    }

    /** Of all, whatever the commit: a fault whose code has changed is seen at once. */
    @Test
    void everyFaultFitsTheSource(TestInfo info) throws Exception {
        for (FoundFault planted : all(info)) {
            PlantedClasses.planted(planted.test(), planted.fault());
        }
    }

    private static List<FoundFault> all(TestInfo info) throws ReflectiveOperationException {
        Method faults = info.getTestClass().orElseThrow().getDeclaredMethod("faults");
        faults.setAccessible(true);
        Object found = faults.invoke(null);
        Stream<?> each = found instanceof List<?> list ? list.stream() : (Stream<?>) found;
        return each.map(FoundFault.class::cast).toList();
    }

    static List<FoundFault> ofCommit(TestInfo info) throws ReflectiveOperationException {
        return CommitShare.of(all(info));
    }

    /** One fault for each test method that finds any of them. */
    static List<FoundFault> testsOfCommit(TestInfo info) throws ReflectiveOperationException {
        Set<String> methods = new HashSet<>();
        return ofCommit(info).stream()
                .filter(fault -> methods.add(fault.test().getName() + "." + fault.method()))
                .toList();
    }
}
