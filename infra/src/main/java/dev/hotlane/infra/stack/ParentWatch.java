package dev.hotlane.infra.stack;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A small shell that waits for the end of this JVM and then ends a child of it. It detects that end, SIGKILL included,
 * as the end of its standard input, whose other side only this JVM holds.
 */
final class ParentWatch {

    // $1 the child, $2 a part of its command line: by the time the parent dies the id may belong to another process.
    private static final String SCRIPT = """
            trap '' INT HUP TERM
            ours() { [ ! -r /proc/$1/cmdline ] || grep -qF -- "$2" /proc/$1/cmdline; }
            read line
            ours "$1" "$2" && kill -TERM "$1" 2>/dev/null || exit 0
            for i in 1 2 3 4 5 6 7 8 9 10; do
              sleep 1
              kill -0 "$1" 2>/dev/null || exit 0
            done
            ours "$1" "$2" && kill -KILL "$1"
            """;

    private final Process shell;

    private ParentWatch(Process shell) {
        this.shell = shell;
    }

    static ParentWatch over(Process child, Path marker) throws IOException {
        return new ParentWatch(
                new ProcessBuilder("sh", "-c", SCRIPT, "hotlane-watch", Long.toString(child.pid()), marker.toString())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start());
    }

    /** Ends the watch, as the child has ended. */
    void end() {
        shell.destroyForcibly();
    }
}
