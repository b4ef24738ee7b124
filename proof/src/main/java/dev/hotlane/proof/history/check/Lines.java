package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.model.TableRow;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;

/** A file of JSON, a line an object, from its first line to its last. What can't be taken is told by file and line. */
final class Lines {
    /** So much of a line is told. */
    private static final int TOLD_MAX = 200;

    private Lines() {}

    /** Takes a line; throws whatever comes of one that is not what it should be. */
    interface Taker {
        void take(TableRow row, String line);
    }

    /**
     * Hands on each line.
     *
     * @throws IllegalArgumentException if a line is no text, no JSON, or not taken; it names file and line
     * @throws IOException if the file can't be read
     */
    static void each(Path file, Taker taker) throws IOException {
        each(file, line -> true, taker);
    }

    /** As {@link #each(Path, Taker)}, of the lines that are wanted. */
    static void each(Path file, Predicate<String> wanted, Taker taker) throws IOException {
        long number = 1;
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (wanted.test(line)) {
                    take(file, number, line, taker);
                }
                number++;
            }
        } catch (CharacterCodingException noText) {
            throw new IllegalArgumentException(file + " line " + firstNoText(file) + " is no text in UTF-8", noText);
        }
    }

    private static void take(Path file, long number, String line, Taker taker) {
        try {
            taker.take(TableRow.parse(line), line);
        } catch (RuntimeException odd) {
            String told = line.length() > TOLD_MAX ? line.substring(0, TOLD_MAX) + " ..." : line;
            throw new IllegalArgumentException(file + " line " + number + ": " + why(odd) + ": " + told, odd);
        }
    }

    /** A field that is missing shows in many ways; the place that missed it says which. */
    private static String why(RuntimeException odd) {
        if (odd instanceof IllegalArgumentException) {
            String message = String.valueOf(odd.getMessage());
            return message.length() > TOLD_MAX ? message.substring(0, TOLD_MAX) + " ..." : message;
        }
        StackTraceElement[] trace = odd.getStackTrace();
        return "a field is missing or of another kind (" + odd.getClass().getSimpleName()
                + (trace.length == 0 ? "" : " in " + trace[0].getClassName() + "." + trace[0].getMethodName()) + ")";
    }

    /** The reader is thousands of letters ahead when it comes upon such bytes. */
    private static long firstNoText(Path file) throws IOException {
        long number = 1;
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                try {
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(line.getBytes(StandardCharsets.ISO_8859_1)));
                } catch (CharacterCodingException here) {
                    return number;
                }
                number++;
            }
        }
        return number;
    }
}
