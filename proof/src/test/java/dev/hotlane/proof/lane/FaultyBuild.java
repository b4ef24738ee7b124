package dev.hotlane.proof.lane;

import dev.hotlane.protocol.Rules;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** A build with a fault, or with another number: changed classes that stand first on a child's class path. */
public final class FaultyBuild {
    private FaultyBuild() {}

    /** Throws at every transaction whose id starts with `poison`; returns the directory of the class. */
    static Path poisonedByIds(Path directory) {
        return compiled(
                directory,
                "processor/state/Commands.java",
                "    private void transact(CommandContext at) {\n",
                "        if (new String(at.recordKey).startsWith(\"poison\")) {\n"
                        + "            throw new IllegalStateException(\"planted: \" + new String(at.recordKey));\n"
                        + "        }\n");
    }

    /** Leaves out every transaction whose id starts with `astray`; returns the directory of the class. */
    static Path goingAstrayAtIds(Path directory) {
        return compiled(
                directory,
                "processor/state/Commands.java",
                "    private void transact(CommandContext at) {\n",
                "        if (new String(at.recordKey).startsWith(\"astray\")) {\n            return;\n        }\n");
    }

    /** Refuses an add that would leave exactly the least allowed value; returns the directory of the class. */
    public static Path refusingTheLastOne(Path directory) {
        return compiled(
                directory,
                "processor/state/OpStep.java",
                "        boolean below = overflow ? delta < 0 : after < min;\n",
                "        below |= after == min;\n");
    }

    /**
     * Keeps no fifth of a rate, nor of its calls in flight, for calls that end reservations; returns the directory of the
     * class.
     */
    public static Path keepingNoPlaces(Path directory) {
        return compiled(
                directory,
                "access/rate/RateTerms.java",
                "        boolean keeps = perSecond > 0 && burst > 0;\n",
                "        if (burst >= 0) {\n"
                        + "            Flow whole = Flow.of(rate.perSecond(), rate.burst());\n"
                        + "            return new RateTerms(rate, whole, null, rate.inFlight());\n"
                        + "        }\n");
    }

    /** Reads and writes one more formatVersion, which means the same as the last one; returns the directory of the classes. */
    static Path readingOneMoreFormat(Path directory) {
        String format = "KNOWN_FORMAT_MAX = " + Rules.KNOWN_FORMAT_MAX + ";";
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            List<Path> sources = new ArrayList<>();
            // A constant stands in each class that names it, so all of them are compiled.
            for (Path module : modules.map(each -> each.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(module)) {
                    for (Path file : files.filter(each -> each.toString().endsWith(".java"))
                            .toList()) {
                        String text = Files.readString(file);
                        if (text.contains("KNOWN_FORMAT_MAX")
                                && !file.toString().contains("/proof/")) {
                            Path copy = directory
                                    .resolve("next-source")
                                    .resolve(module.relativize(file).toString());
                            Files.createDirectories(copy.getParent());
                            String next = "KNOWN_FORMAT_MAX = " + (Rules.KNOWN_FORMAT_MAX + 1) + ";";
                            sources.add(Files.writeString(copy, text.replace(format, next)));
                        }
                    }
                }
            }
            Path classes = Files.createDirectories(directory.resolve("next-classes"));
            compile(sources, classes);
            return classes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param file module, package and name */
    private static Path compiled(Path directory, String file, String line, String more) {
        try {
            String module = file.substring(0, file.indexOf('/'));
            String text = Files.readString(Path.of("..", module, "src/main/java/dev/hotlane", file));
            if (!text.contains(line)) {
                throw new IllegalStateException(file + " has no line " + line.strip() + " any more: name another");
            }
            Path source = directory.resolve("faulty-source").resolve(file);
            Files.createDirectories(source.getParent());
            Files.writeString(source, text.replace(line, line + more));
            Path classes = Files.createDirectories(directory.resolve("faulty-classes"));
            compile(List.of(source), classes);
            return classes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void compile(List<Path> sources, Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter words = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options =
                    List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"), "-proc:none");
            boolean done = compiler.getTask(
                            words, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
            if (!done) {
                throw new IllegalStateException(sources + " do not compile: " + words);
            }
        }
    }
}
