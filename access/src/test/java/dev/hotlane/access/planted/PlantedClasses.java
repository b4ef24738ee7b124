package dev.hotlane.access.planted;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;

/** Loads the classes of this module and of its tests again, one of them with a fault in its source. */
final class PlantedClasses extends ClassLoader {
    private static final String OWN = "dev.hotlane.access.";
    private static final Path SOURCES = Path.of("src/main/java/dev/hotlane/access");

    private final Path compiled;

    private PlantedClasses(Path compiled) {
        super(PlantedClasses.class.getClassLoader());
        this.compiled = compiled;
    }

    static PlantedClasses withoutFault() throws IOException {
        return new PlantedClasses(Files.createTempDirectory("planted"));
    }

    static PlantedClasses with(PlantedFault fault) throws IOException {
        String source = Files.readString(SOURCES.resolve(fault.type() + ".java"));
        int at = source.indexOf(fault.text());
        if (at < 0 || source.indexOf(fault.text(), at + 1) >= 0) {
            throw new AssertionError(fault.type() + " must have once: " + fault.text() + " - change the fault with it");
        }
        Path directory = Files.createTempDirectory("planted");
        String file = Path.of(fault.type()).getFileName() + ".java";
        Path faulty = Files.writeString(directory.resolve(file), source.replace(fault.text(), fault.instead()));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String classPath = System.getProperty("java.class.path");
        List<String> options = List.of("-proc:none", "-nowarn", "-cp", classPath, "-d", directory.toString());
        List<JavaFileObject> files = List.of(compiler.getStandardFileManager(null, null, null)
                .getJavaFileObjects(faulty)
                .iterator()
                .next());
        if (!compiler.getTask(null, null, null, options, null, files).call()) {
            throw new AssertionError("the planted source of " + fault.type() + " does not compile");
        }
        return new PlantedClasses(directory);
    }

    /** What a test method ends with, null if it passes: an object of its own runs it, in a directory of its own. */
    Throwable failure(Class<?> test, String method) throws IOException, ReflectiveOperationException {
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
        Method run = type.getDeclaredMethod(method);
        run.setAccessible(true);
        try {
            run.invoke(object);
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        }
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
