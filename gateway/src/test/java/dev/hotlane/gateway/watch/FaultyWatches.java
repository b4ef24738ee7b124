package dev.hotlane.gateway.watch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/** Loads the classes of this package again, one of them with a fault in its source. */
final class FaultyWatches extends ClassLoader {
    private static final String OWN = "dev.hotlane.gateway.watch.";

    private final Path compiled;

    private FaultyWatches(Path compiled) {
        super(FaultyWatches.class.getClassLoader());
        this.compiled = compiled;
    }

    /** The classes with this text, which is there once, replaced in that class. */
    static FaultyWatches with(String type, String text, String instead) throws IOException {
        String source = Files.readString(Path.of("src/main/java/dev/hotlane/gateway/watch", type + ".java"));
        int at = source.indexOf(text);
        if (at < 0 || source.indexOf(text, at + 1) >= 0) {
            throw new AssertionError(type + " must have once: " + text + " - change the fault with the code");
        }
        Path directory = Files.createTempDirectory("faulty-watches");
        Path faulty = Files.writeString(directory.resolve(type + ".java"), source.replace(text, instead));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String classPath = System.getProperty("java.class.path");
        List<String> options = List.of("-proc:none", "-nowarn", "-cp", classPath, "-d", directory.toString());
        boolean done = compiler.getTask(null, null, null, options, null, List.of(source(compiler, faulty)))
                .call();
        if (!done) {
            throw new AssertionError("the planted source of " + type + " does not compile");
        }
        return new FaultyWatches(directory);
    }

    private static JavaFileObject source(JavaCompiler compiler, Path file) {
        return compiler.getStandardFileManager(null, null, null)
                .getJavaFileObjects(file)
                .iterator()
                .next();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            if (!name.startsWith(OWN)) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        String file = name.replace('.', '/') + ".class";
        Path faulty = compiled.resolve(file);
        try (InputStream usual = getParent().getResourceAsStream(file)) {
            byte[] bytes = Files.exists(faulty) ? Files.readAllBytes(faulty) : usual.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
