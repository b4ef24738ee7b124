package dev.hotlane.proof.simulation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Loads all classes of Hotlane again, one of them with a fault planted in its source. Writes nothing to disk. */
final class FaultyClasses extends ClassLoader {
    private static final String OWN = "dev.hotlane.";

    private final Map<String, ByteArrayOutputStream> compiled = new HashMap<>();

    private FaultyClasses() {
        super(FaultyClasses.class.getClassLoader());
    }

    static FaultyClasses with(Planted fault) throws IOException {
        FaultyClasses classes = new FaultyClasses();
        classes.compile(fault.className(), planted(fault));
        return classes;
    }

    /** The source with the fault in it; throws AssertionError if it does not fit. */
    static String planted(Planted fault) throws IOException {
        return fault.plant(Files.readString(Path.of("..", fault.module(), "src/main/java/dev/hotlane", fault.file())));
    }

    private void compile(String className, String source) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        JavaFileObject input =
                new SimpleJavaFileObject(
                        URI.create("string:///" + className.replace('.', '/') + ".java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return source;
                    }
                };
        StringWriter messages = new StringWriter();
        List<String> options = List.of("-proc:none", "-nowarn", "-cp", System.getProperty("java.class.path"));
        boolean done = compiler.getTask(messages, inMemory(compiler), null, options, null, List.of(input))
                .call();
        if (!done) {
            throw new AssertionError("the planted source of " + className + " does not compile: " + messages);
        }
    }

    private JavaFileManager inMemory(JavaCompiler compiler) {
        return new ForwardingJavaFileManager<JavaFileManager>(compiler.getStandardFileManager(null, null, null)) {
            @Override
            public JavaFileObject getJavaFileForOutput(
                    Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
                return new SimpleJavaFileObject(URI.create("memory:///" + className), kind) {
                    @Override
                    public OutputStream openOutputStream() {
                        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                        compiled.put(className, bytes);
                        return bytes;
                    }
                };
            }
        };
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
        ByteArrayOutputStream faulty = compiled.get(name);
        if (faulty != null) {
            return defineClass(name, faulty.toByteArray(), 0, faulty.size());
        }
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
