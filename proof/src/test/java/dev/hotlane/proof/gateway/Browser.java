package dev.hotlane.proof.gateway;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A Chromium without a window; it resolves {@code evil.example} to this machine. Closing ends all its processes. */
final class Browser implements AutoCloseable {
    private final Process process;

    private Browser(Process process) {
        this.process = process;
    }

    /** Path of Chromium, if it is installed. */
    static Optional<Path> installed() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(directory -> Stream.of("chromium", "chromium-browser").map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Opens a page; {@code directory} is empty and for the profile. */
    static Browser open(Path chromium, Path directory, String url) throws IOException {
        List<String> command = List.of(
                chromium.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--remote-debugging-port=0",
                "--host-resolver-rules=MAP evil.example 127.0.0.1",
                "--user-data-dir=" + directory.resolve("profile"),
                url);
        File log = directory.resolve("browser.log").toFile();
        return new Browser(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start());
    }

    @Override
    public void close() {
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(handle -> handle.onExit().join());
    }
}
