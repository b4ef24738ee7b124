package dev.hotlane.processor.status;

import com.sun.net.httpserver.Headers;
import dev.hotlane.access.BearerHeader;
import dev.hotlane.access.KeyCheck;
import dev.hotlane.access.KnownKey;
import dev.hotlane.access.Verb;
import dev.hotlane.access.file.PrincipalsException;
import dev.hotlane.access.file.PrincipalsFile;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.status.StatusServer.Answer;
import java.nio.file.Path;
import java.util.List;

/**
 * Who may read figures of the processor: principals with the verb {@code observe}, by their API keys. One caller at a
 * time, as a {@link KeyCheck} belongs to one.
 */
final class StatusAccess implements AutoCloseable {
    private final PrincipalsFile file;
    private final KeyCheck keys = new KeyCheck();

    private StatusAccess(PrincipalsFile file) {
        this.file = file;
    }

    /** By this principals file; null: anyone may. Throws HaltReason if the file is not valid now. */
    static StatusAccess of(Path principals) {
        try {
            return new StatusAccess(principals == null ? null : PrincipalsFile.start(principals));
        } catch (PrincipalsException e) {
            throw new HaltReason(ExitCode.BAD_FILE, e.getMessage(), e);
        }
    }

    /** What to answer instead of figures; null if the caller may read them. */
    synchronized Answer refusal(Headers headers) {
        if (file == null) {
            return null;
        }
        List<String> given = headers.getOrDefault("Authorization", List.of());
        String token = given.size() == 1 ? BearerHeader.token(given.get(0)) : null;
        KnownKey known = token == null ? null : keys.find(file.principals(), token, System.currentTimeMillis());
        if (known == null) {
            return Answer.refusal(401, "send Authorization: Bearer with an API key of a principal that may observe");
        }
        return known.principal().rights().has(Verb.OBSERVE)
                ? null
                : Answer.refusal(403, "the principal " + known.principal().name() + " lacks the verb observe");
    }

    @Override
    public void close() {
        if (file != null) {
            file.close();
        }
    }
}
