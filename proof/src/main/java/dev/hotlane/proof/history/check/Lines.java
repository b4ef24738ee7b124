package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.replay.TableRow;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;

/** Reads a file with one JSON object per line. A wrong line is reported with file and number. */
final class Lines {
    /** Longest part of a line in a message. */
    private static final int SHOWN_MAX = 200;

    private Lines() {}

    /** Processes a line; throws if it is wrong. */
    interface Taker {
        void take(TableRow row, String line);
    }

    /**
     * Passes on each line.
     *
     * @throws IllegalArgumentException if a line is not UTF-8, not JSON, or rejected by the taker; it names file and
     * line
     * @throws IOException if the file can't be read
     */
    static void each(Path file, Taker taker) throws IOException {
        each(file, line -> true, taker);
    }

    /** As {@link #each(Path, Taker)}, for the lines that the predicate accepts. */
    static void each(Path file, Predicate<String> wanted, Taker taker) throws IOException {
        long number = 1;
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (wanted.test(line)) {
                    take(file, number, line, taker);
                }
                number++;
            }
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(file + " line " + firstNoText(file) + " is no text in UTF-8", e);
        }
    }

    private static void take(Path file, long number, String line, Taker taker) {
        try {
            taker.take(TableRow.parse(line), line);
        } catch (RuntimeException e) {
            String shown = line.length() > SHOWN_MAX ? line.substring(0, SHOWN_MAX) + " ..." : line;
            throw new IllegalArgumentException(file + " line " + number + ": " + why(e) + ": " + shown, e);
        }
    }

    /** A missing field causes exceptions of several kinds; the top of the stack trace shows which field it is. */
    private static String why(RuntimeException odd) {
        if (odd instanceof IllegalArgumentException) {
            String message = String.valueOf(odd.getMessage());
            return message.length() > SHOWN_MAX ? message.substring(0, SHOWN_MAX) + " ..." : message;
        }
        StackTraceElement[] trace = odd.getStackTrace();
        return "a field is missing or of another kind (" + odd.getClass().getSimpleName()
                + (trace.length == 0 ? "" : " in " + trace[0].getClassName() + "." + trace[0].getMethodName()) + ")";
    }

    /**
     * Number of the first line that is not UTF-8. The reader decodes thousands of characters ahead, so it fails at an
     * earlier line.
     */
    private static long firstNoText(Path file) throws IOException {
        long number = 1;
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                try {
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(line.getBytes(StandardCharsets.ISO_8859_1)));
                } catch (CharacterCodingException e) {
                    return number;
                }
                number++;
            }
        }
        return number;
    }
}
