package dev.hotlane.protocol.kafka;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Reads a Java properties file line by line, so that a fault has its line. The lines mean what they mean to {@link
 * Properties#load(java.io.InputStream)}, by which Kafka's own tools read the same file.
 */
final class KafkaFile {
    private final Path file;
    private final Map<String, String> properties = new LinkedHashMap<>();
    private final Map<String, Integer> lines = new HashMap<>();

    private KafkaFile(Path file) {
        this.file = file;
    }

    /** The properties of the file, all of accepted names; throws {@link KafkaFileException}. */
    static Map<String, String> read(Path file) {
        KafkaFile read = new KafkaFile(file);
        read.lines(read.text());
        new SecretReferences(file, read.properties, read.lines).require();
        return read.properties;
    }

    private String text() {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw new KafkaFileException("The Kafka settings file " + file + " does not exist.", e);
        } catch (IOException e) {
            throw new KafkaFileException(
                    "The Kafka settings file " + file + " could not be read (" + reason(e) + "): this process needs the"
                            + " right to read it.",
                    e);
        }
    }

    private static String reason(IOException fault) {
        return fault.getClass().getSimpleName().replaceFirst("Exception$", "");
    }

    private void lines(String text) {
        String[] all = text.split("\r\n|\r|\n", -1);
        for (int i = 0; i < all.length; i++) {
            int first = i + 1;
            StringBuilder line = new StringBuilder(all[i]);
            boolean comment = all[i].stripLeading().startsWith("#")
                    || all[i].stripLeading().startsWith("!");
            while (!comment && continues(all[i]) && i + 1 < all.length) {
                line.append('\n').append(all[++i]);
            }
            if (!comment) {
                add(first, line.toString());
            }
        }
    }

    /** Whether it ends in an odd number of backslashes. */
    private static boolean continues(String line) {
        int end = line.length();
        while (end > 0 && line.charAt(end - 1) == '\\') {
            end--;
        }
        return (line.length() - end) % 2 == 1;
    }

    private void add(int number, String line) {
        Properties one = new Properties();
        try {
            one.load(new StringReader(line));
        } catch (IOException | IllegalArgumentException e) {
            throw fault(number, "is not a line of a properties file: a backslash must be doubled");
        }
        for (String name : one.stringPropertyNames()) {
            Optional<String> refused = KafkaNames.fault(name);
            if (refused.isPresent()) {
                throw fault(number, "sets " + name + ": it " + refused.get());
            }
            if (properties.put(name, one.getProperty(name).strip()) != null) {
                throw fault(number, "sets " + name + " again, after line " + lines.get(name));
            }
            lines.put(name, number);
        }
    }

    private KafkaFileException fault(int line, String what) {
        return new KafkaFileException("Line " + line + " of " + file + " " + what + ".");
    }
}
