package dev.hotlane.proof.faults.scene;

import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.infra.stack.Stack;
import dev.hotlane.proof.faults.base.LaneBuild;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes the slots of a lane and the command lines of their processes. One thread. */
final class Children {
    private static final String ADMIN_PORT = "--gateway-admin-port";

    private final Stack stack;
    private final String lane;
    private final ScenePlan plan;
    private final Map<String, Wiring> wirings = new HashMap<>();
    private final Map<String, List<String>> flags = new HashMap<>();
    private final Map<String, Integer> openFiles = new HashMap<>();
    private final Map<String, Path> firstClasses = new HashMap<>();
    private final SceneFeeds feeds;

    Children(Stack stack, String lane, ScenePlan plan) {
        this.stack = stack;
        this.lane = lane;
        this.plan = plan;
        feeds = new SceneFeeds(stack, lane, plan.topics(lane), this::feed);
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
        return wirings.get(place.name());
    }

    SceneFeeds feeds() {
        return feeds;
    }

    void heal() {
        wirings.values().forEach(Wiring::heal);
        feeds.heal();
    }

    void close() {
        feeds.close();
        wirings.values().forEach(Wiring::close);
    }

    /** Adds the slots of the plan's processors and gateways. */
    void place(List<ChildSlot> processors, List<ChildSlot> gateways) {
        for (int i = 0; i < plan.processors(); i++) {
            if (plan.nodes()) {
                int port = Ports.free();
                processors.add(node(i + 1, i, port));
                gateways.add(processors.get(i).at(port));
            } else {
                processors.add(processor(i + 1));
            }
        }
        for (int i = gateways.size(); i < plan.gateways(); i++) {
            gateways.add(gateway(i + 1, i));
        }
    }

    private ChildSlot processor(int number) {
        String name = "processor-" + number;
        int port = Ports.free();
        return slot(name, port, (directory, wiring) -> {
            List<String> words = new ArrayList<>(List.of("processor"));
            words.addAll(laneWords("processor", wiring));
            words.addAll(processorWords(port, directory, wiring));
            return words;
        });
    }

    private ChildSlot gateway(int number, int replyPartition) {
        int port = Ports.free();
        return slot("gateway-" + number, port, (directory, wiring) -> {
            List<String> words = new ArrayList<>(List.of("gateway", ADMIN_PORT + "=0"));
            words.addAll(laneWords("gateway", wiring));
            words.addAll(databaseWords(wiring));
            words.addAll(gatewayWords(port, replyPartition));
            return words;
        });
    }

    private ChildSlot feed(String name) {
        int port = Ports.free();
        return slot(
                name,
                port,
                (directory, wiring) -> List.of(
                        "feed",
                        "--lane=" + lane,
                        "--kafka-bootstrap-servers=" + bootstrap(wiring),
                        "--feed-http-port=" + port,
                        "--feed-directory=" + directory));
    }

    /** The slot has the port of the node's processor, see {@link ChildSlot#at} for that of its gateway. */
    private ChildSlot node(int number, int replyPartition, int gatewayPort) {
        int port = Ports.free();
        return slot("node-" + number, port, (directory, wiring) -> {
            List<String> words = new ArrayList<>(List.of("node"));
            words.addAll(laneWords("node", wiring));
            words.addAll(processorWords(port, directory, wiring));
            words.addAll(gatewayWords(gatewayPort, replyPartition));
            return words;
        });
    }

    /** Makes the words of a command line behind the JVM's. */
    private interface Words {
        List<String> of(Path directory, Wiring wiring);
    }

    private ChildSlot slot(String name, int port, Words words) {
        Path directory = directory(name);
        Wiring wiring = plan.wires() ? Wiring.of(stack, directory) : null;
        ChildSlot[] self = new ChildSlot[1];
        self[0] = new ChildSlot(
                name,
                directory,
                port,
                () -> jvm(self[0], wiring)
                        .words(fitting(words.of(directory, wiring), self[0].build()))
                        .words(self[0].options()));
        return wired(self[0], wiring);
    }

    /** Without the option that the base does not have, until the base of upgrades is a commit with an admin port. */
    private static List<String> fitting(List<String> words, LaneBuild build) {
        boolean base = !build.commit().equals(LaneBuild.THIS.commit());
        return base
                ? words.stream().filter(word -> !word.startsWith(ADMIN_PORT)).toList()
                : words;
    }

    private List<String> laneWords(String role, Wiring wiring) {
        String kafka = stack instanceof SecureStack secure
                ? "--kafka-config=" + secure.account(lane + "-" + role)
                : "--kafka-bootstrap-servers=" + bootstrap(wiring);
        List<String> words = new ArrayList<>(List.of("--lane=" + lane, kafka));
        if (plan.view()) {
            words.add("--view");
        }
        return words;
    }

    /** A gateway that runs alone lists counters from MySQL, and loads its view from there. */
    private List<String> databaseWords(Wiring wiring) {
        String url = stack.jdbcUrl(lane);
        return List.of(
                "--mysql-url=" + (wiring == null ? url : wiring.jdbcUrl(url)),
                "--mysql-user=" + stack.user(),
                "--mysql-password=" + stack.password());
    }

    private List<String> processorWords(int port, Path directory, Wiring wiring) {
        List<String> words = new ArrayList<>(databaseWords(wiring));
        words.addAll(List.of(
                "--processor-http-port=" + port, "--start-patience-ms=90000", "--processor-directory=" + directory));
        words.addAll(plan.processorOptions());
        return words;
    }

    private List<String> gatewayWords(int port, int replyPartition) {
        List<String> words = new ArrayList<>(List.of(
                "--gateway-reply-partition=" + replyPartition,
                "--gateway-producer-memory=16777216",
                "--gateway-start-max-ms=90000",
                // Faults strike from the first call on.
                "--warm-up-max-ms=0",
                "--gateway-leave-ms=0",
                "--gateway-port=" + port));
        words.addAll(plan.gatewayOptions());
        return words;
    }

    private ChildSlot wired(ChildSlot place, Wiring wiring) {
        if (wiring != null) {
            wirings.put(place.name(), wiring);
        }
        return place;
    }

    private String bootstrap(Wiring wiring) {
        return wiring == null ? stack.bootstrapServers() : wiring.bootstrapServers(stack);
    }

    private Jvm jvm(ChildSlot place, Wiring wiring) {
        Jvm jvm = Jvm.hotlane()
                .flags(Jvm.SMALL)
                .classPath(place.build().classPath())
                .classesFirst(firstClasses.get(place.name()));
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
