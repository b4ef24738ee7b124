package dev.hotlane.proof.faults.scene;

import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.infra.stack.Stack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes the slots of a lane and the command lines of their processes. One thread. */
final class Children {
    private final Stack stack;
    private final String lane;
    private final ScenePlan plan;
    private final Map<ChildSlot, Wiring> wirings = new HashMap<>();
    private final Map<String, List<String>> flags = new HashMap<>();
    private final Map<String, Integer> openFiles = new HashMap<>();
    private final Map<String, Path> firstClasses = new HashMap<>();

    Children(Stack stack, String lane, ScenePlan plan) {
        this.stack = stack;
        this.lane = lane;
        this.plan = plan;
    }

    /** Adds these flags after the usual ones of that JVM, from its next start. */
    void flags(ChildSlot place, String... more) {
        flags.put(place.name(), List.of(more));
    }

    /** Limits the open files of that JVM, from its next start. */
    void openFiles(ChildSlot place, int count) {
        openFiles.put(place.name(), count);
    }

    /** Puts a directory first on the class path of that JVM, from its next start. */
    void classes(ChildSlot place, Path directory) {
        firstClasses.put(place.name(), directory);
    }

    /** Null if the plan has no wires. */
    Wiring wiring(ChildSlot place) {
        return wirings.get(place);
    }

    void heal() {
        wirings.values().forEach(Wiring::heal);
    }

    void close() {
        wirings.values().forEach(Wiring::close);
    }

    ChildSlot processor(int number) {
        Path directory = directory("processor-" + number);
        int port = Ports.free();
        Wiring wiring = plan.wires() ? Wiring.of(stack, directory) : null;
        ChildSlot[] self = new ChildSlot[1];
        self[0] = new ChildSlot("processor-" + number, directory, port, () -> {
            String url = stack.jdbcUrl(lane);
            List<String> words = List.of(
                    "processor",
                    "--lane=" + lane,
                    "--kafka-bootstrap-servers=" + bootstrap(wiring),
                    "--mysql-url=" + (wiring == null ? url : wiring.jdbcUrl(url)),
                    "--mysql-user=" + stack.user(),
                    "--mysql-password=" + stack.password(),
                    "--processor-http-port=" + port,
                    "--start-patience-ms=90000",
                    "--processor-directory=" + directory);
            return jvm(self[0], wiring).words(words).words(plan.processorOptions());
        });
        return wired(self[0], wiring);
    }

    ChildSlot gateway(int number, int replyPartition) {
        Path directory = directory("gateway-" + number);
        int port = Ports.free();
        Wiring wiring = plan.wires() ? Wiring.of(stack, directory) : null;
        ChildSlot[] self = new ChildSlot[1];
        self[0] = new ChildSlot("gateway-" + number, directory, port, () -> {
            List<String> words = List.of(
                    "gateway",
                    "--lane=" + lane,
                    "--kafka-bootstrap-servers=" + bootstrap(wiring),
                    "--gateway-reply-partition=" + replyPartition,
                    "--gateway-producer-memory=16777216",
                    "--gateway-start-max-ms=90000",
                    "--gateway-port=" + port);
            return jvm(self[0], wiring).words(words).words(plan.gatewayOptions());
        });
        return wired(self[0], wiring);
    }

    private ChildSlot wired(ChildSlot place, Wiring wiring) {
        if (wiring != null) {
            wirings.put(place, wiring);
        }
        return place;
    }

    private String bootstrap(Wiring wiring) {
        return wiring == null ? stack.bootstrapServers() : wiring.bootstrapServers(stack);
    }

    private Jvm jvm(ChildSlot place, Wiring wiring) {
        Jvm jvm = Jvm.hotlane().flags(Jvm.SMALL).classesFirst(firstClasses.get(place.name()));
        if (openFiles.containsKey(place.name())) {
            jvm.openFiles(openFiles.get(place.name()));
        }
        if (plan.failpoints()) {
            jvm.flags(place.failpointFlag());
        }
        if (wiring != null) {
            jvm.flags(wiring.flags());
        }
        return jvm.flags(flags.getOrDefault(place.name(), List.of()));
    }

    private Path directory(String name) {
        try {
            return Files.createDirectories(
                    stack.directory().resolve("lanes").resolve(lane).resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
