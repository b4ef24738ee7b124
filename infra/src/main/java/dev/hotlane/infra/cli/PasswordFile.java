package dev.hotlane.infra.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * A password that stands alone in a file, as a mounted secret does. One newline at its end is no part of it. Any thread;
 * no message has its content.
 */
final class PasswordFile {
    private static final int BYTES_MAX = 4096;

    private PasswordFile() {}

    /** Reads the password; a usage error that names the option and the file if it holds none. */
    static String read(CommandSpec command, String option, Path file) {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(BYTES_MAX + 1);
        } catch (IOException e) {
            throw fault(command, option, file, Files.exists(file) ? "can't be read" : "does not exist");
        }
        if (bytes.length > BYTES_MAX) {
            throw fault(command, option, file, "is no password: it has more than " + BYTES_MAX + " bytes");
        }
        String password;
        try {
            password = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString()
                    .replaceFirst("\r?\n\\z", "");
        } catch (CharacterCodingException e) {
            throw fault(command, option, file, "is no text in UTF-8");
        }
        if (password.isEmpty()) {
            throw fault(command, option, file, "is empty");
        }
        return password;
    }

    private static ParameterException fault(CommandSpec command, String option, Path file, String what) {
        return new ParameterException(
                command.commandLine(),
                Settings.nameGiven(command, option) + ": " + file + " " + what
                        + ". It must be a file with the password and nothing else.");
    }
}
