package dev.hotlane.proof.faults.failpoint;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** The parent's side: gives a child the agent and sets traps in it. Any thread. */
public final class Failpoints {
    private static final String FILE = "failpoint";

    private final Path directory;

    /** @param directory of the child's files */
    public Failpoints(Path directory) {
        this.directory = directory;
    }

    /** Flag for the child's JVM. The agent's classes come from the child's class path. */
    public String flag() {
        Path jar = directory.resolve("failpoint-agent.jar");
        try {
            if (!Files.exists(jar)) {
                write(jar);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return "-javaagent:" + jar + "=" + directory.resolve(FILE);
    }

    private static void write(Path jar) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", FailpointAgent.class.getName());
        try (OutputStream out = Files.newOutputStream(jar)) {
            new JarOutputStream(out, manifest).close();
        }
    }

    /**
     * Sets a trap that lets that number of passes go. A running child takes it within milliseconds, another at its
     * start.
     */
    public void set(Point point, Action action, int passes) {
        write(point + " " + action + " " + passes);
    }

    /** As {@link #set}, for the first pass of the command with that id, which has no blanks. */
    public void setFor(String id, Point point, Action action) {
        write(point + " " + action + " 0 " + id);
    }

    private void write(String trap) {
        try {
            Path partial = directory.resolve(FILE + ".partial");
            Files.writeString(partial, trap);
            Files.move(partial, directory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether the child has taken the last trap. */
    public boolean taken() {
        return !Files.exists(directory.resolve(FILE));
    }

    /** Takes back a trap that no child has taken. */
    public void clear() {
        try {
            Files.deleteIfExists(directory.resolve(FILE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
