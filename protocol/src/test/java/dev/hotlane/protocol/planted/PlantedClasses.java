package dev.hotlane.protocol.planted;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Loads the classes of a test's module and of its tests again, one of them with a fault in its source. */
public final class PlantedClasses extends ClassLoader {
    private static final Pattern MODULE = Pattern.compile("dev\\.hotlane\\.\\w+\\.");

    private final String own;
    private final Path compiled;

    private PlantedClasses(Class<?> test, Path compiled) {
        super(PlantedClasses.class.getClassLoader());
        own = module(test);
        this.compiled = compiled;
    }

    /** The package of a test's module, with its last dot. */
    private static String module(Class<?> test) {
        Matcher module = MODULE.matcher(test.getName());
        if (!module.lookingAt()) {
            throw new IllegalArgumentException("a test of no module: " + test);
        }
        return module.group();
    }

    /** All classes without a fault: what finds a fault must pass with them. */
    public static PlantedClasses withoutFault(Class<?> test) throws IOException {
        return new PlantedClasses(test, Files.createTempDirectory("planted"));
    }

    /** The source with the fault in it; throws AssertionError if the text to replace is not there once. */
    static String planted(Class<?> trial, PlantedFault fault) throws IOException {
        String text = fault.text();
        String within = fault.type().contains("/") ? module(trial) : trial.getPackageName();
        Path folder = Path.of("src/main/java", within.split("\\."));
        String source = Files.readString(folder.resolve(fault.type() + ".java"));
        int at = source.indexOf(text);
        if (at < 0 || source.indexOf(text, at + 1) >= 0) {
            throw new AssertionError(fault.type() + " must have once: " + text + " - change the fault with the code");
        }
        return source.replace(text, fault.instead());
    }

    /** All classes, with the fault in a class of the package of {@code trial} or in the one that its path names. */
    public static PlantedClasses with(Class<?> trial, PlantedFault fault) throws IOException {
        String type = fault.type();
        String source = planted(trial, fault);
        Path directory = Files.createTempDirectory("planted");
        String file = type.substring(type.lastIndexOf('/') + 1) + ".java";
        Path faulty = Files.writeString(directory.resolve(file), source);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String classPath = System.getProperty("java.class.path");
        List<String> options = List.of("-proc:none", "-nowarn", "-cp", classPath, "-d", directory.toString());
        boolean done = compiler.getTask(null, null, null, options, null, List.of(source(compiler, faulty)))
                .call();
        if (!done) {
            throw new AssertionError("the planted source of " + type + " does not compile");
        }
        return new PlantedClasses(trial, directory);
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

    /**
     * What a test method ends with, null if it passes: an object of its own runs it, with directories of its own, then the
     * methods after each test.
     */
    public Throwable failure(Class<?> test, String method) throws IOException, ReflectiveOperationException {
        Class<?> type = loadClass(test.getName());
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object object = constructor.newInstance();
        for (Field field : type.getDeclaredFields()) {
            if (field.isAnnotationPresent(TempDir.class)) {
                field.setAccessible(true);
                field.set(object, Files.createTempDirectory("planted"));
            }
        }
        try {
            invoke(object, type.getDeclaredMethod(method));
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        } finally {
            for (Method each : type.getDeclaredMethods()) {
                if (each.isAnnotationPresent(AfterEach.class)) {
                    invoke(object, each);
                }
            }
        }
    }

    private static void invoke(Object object, Method method) throws ReflectiveOperationException {
        method.setAccessible(true);
        method.invoke(object);
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
