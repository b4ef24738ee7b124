package dev.hotlane.proof.lane;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A build with a fault: one class of the processor with one line added, to stand first on a child's class path. */
final class FaultyBuild {
    private static final Path SOURCES = Path.of("../processor/src/main/java/dev/hotlane/processor");

    private FaultyBuild() {}

    /** Throws at every transaction whose id starts with `poison`; returns the directory of the class. */
    static Path poisonedByIds(Path directory) {
        return compiled(
                directory,
                "state/Commands.java",
                "    private void transact(CommandContext at) {\n",
                "        if (new String(at.id).startsWith(\"poison\")) {\n"
                        + "            throw new IllegalStateException(\"planted: \" + new String(at.id));\n"
                        + "        }\n");
    }

    /** Leaves out every transaction whose id starts with `astray`; returns the directory of the class. */
    static Path goingAstrayAtIds(Path directory) {
        return compiled(
                directory,
                "state/Commands.java",
                "    private void transact(CommandContext at) {\n",
                "        if (new String(at.id).startsWith(\"astray\")) {\n            return;\n        }\n");
    }

    private static Path compiled(Path directory, String file, String line, String more) {
        try {
            String text = Files.readString(SOURCES.resolve(file));
            if (!text.contains(line)) {
                throw new IllegalStateException(file + " has no line " + line.strip() + " any more: name another");
            }
            Path source = directory.resolve("faulty-source").resolve(file);
            Files.createDirectories(source.getParent());
            Files.writeString(source, text.replace(line, line + more));
            Path classes = Files.createDirectories(directory.resolve("faulty-classes"));
            compile(source, classes);
            return classes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void compile(Path source, Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter words = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none");
            boolean done = compiler.getTask(words, files, null, options, null, files.getJavaFileObjects(source))
                    .call();
            if (!done) {
                throw new IllegalStateException(source + " does not compile: " + words);
            }
        }
    }
}
