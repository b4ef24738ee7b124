package dev.hotlane.gateway.planted;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/** Loads the classes of one package of the gateway again, one of them with a fault in its source. */
public final class PlantedClasses extends ClassLoader {
    private final String own;
    private final Path compiled;

    private PlantedClasses(String own, Path compiled) {
        super(PlantedClasses.class.getClassLoader());
        this.own = own;
        this.compiled = compiled;
    }

    /** The classes of the package of {@code trial}, with the fault. */
    public static PlantedClasses with(Class<?> trial, PlantedFault fault) throws IOException {
        String own = trial.getPackageName() + ".";
        String type = fault.type();
        String text = fault.text();
        String source = Files.readString(Path.of("src/main/java", own.replace('.', '/'), type + ".java"));
        int at = source.indexOf(text);
        if (at < 0 || source.indexOf(text, at + 1) >= 0) {
            throw new AssertionError(type + " must have once: " + text + " - change the fault with the code");
        }
        Path directory = Files.createTempDirectory("planted");
        Path faulty = Files.writeString(directory.resolve(type + ".java"), source.replace(text, fault.instead()));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String classPath = System.getProperty("java.class.path");
        List<String> options = List.of("-proc:none", "-nowarn", "-cp", classPath, "-d", directory.toString());
        boolean done = compiler.getTask(null, null, null, options, null, List.of(source(compiler, faulty)))
                .call();
        if (!done) {
            throw new AssertionError("the planted source of " + type + " does not compile");
        }
        return new PlantedClasses(own, directory);
    }

    /** What {@code run(long seed, int size)} of the trial returns with seed 1; its failure is the cause of the exception. */
    public Object run(Class<?> trial, int size) throws ReflectiveOperationException {
        try {
            return loadClass(trial.getName())
                    .getMethod("run", long.class, int.class)
                    .invoke(null, 1, size);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        }
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
            if (!name.startsWith(own)) {
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
