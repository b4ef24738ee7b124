package dev.hotlane.access.file;

import dev.hotlane.access.Principal;
import dev.hotlane.access.Principals;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a whole principals file, or nothing of it. Nothing that identifies a principal may be another's too. One object
 * for each reading; belongs to one thread.
 */
public final class PrincipalsReader {
    /** Most bytes of the file. */
    static final int BYTES_MAX = 4 << 20;

    /** Most principals in it. */
    static final int PRINCIPALS_MAX = 10_000;

    private final StrictFile in;
    private final List<Principal> found = new ArrayList<>();
    private final Map<String, String> owners = new HashMap<>();

    private PrincipalsReader(StrictFile in) {
        this.in = in;
    }

    /** The principals of a file; throws {@link PrincipalsException} if there is none or one thing of it is wrong. */
    public static Principals read(Path path) {
        return read(path.toString(), bytes(path));
    }

    /** The bytes of a file that is not too large. */
    static byte[] bytes(Path path) {
        try (InputStream file = Files.newInputStream(path)) {
            byte[] bytes = file.readNBytes(BYTES_MAX + 1);
            if (bytes.length > BYTES_MAX) {
                throw new PrincipalsException(path + ": more than " + BYTES_MAX + " bytes", 0, "");
            }
            return bytes;
        } catch (NoSuchFileException e) {
            throw new PrincipalsException(path + ": no such file", 0, "");
        } catch (IOException e) {
            throw new PrincipalsException(path + ": can't be read: " + e, 0, "");
        }
    }

    /** The principals of a file's bytes; refusals call it {@code name}. */
    static Principals read(String name, byte[] bytes) {
        try (StrictFile in = new StrictFile(name, bytes)) {
            return new PrincipalsReader(in).read();
        }
    }

    private Principals read() {
        in.need(in.document(this::field), "principals");
        return new Principals(found);
    }

    private void field(String name) {
        if (!name.equals("principals")) {
            throw in.unknownField("principals");
        }
        in.array(this::principal);
    }

    private void principal() {
        if (found.size() == PRINCIPALS_MAX) {
            throw in.fault("more than " + PRINCIPALS_MAX + " principals");
        }
        // Which principal an entry is of, before its name may be there.
        String place = "/principals/" + found.size();
        found.add(new PrincipalReader(in, (kind, value) -> claim(kind, value, place)).read());
    }

    /** Refuses what is there already: in the same principal or in another one. */
    private void claim(String kind, String value, String place) {
        String before = owners.putIfAbsent(kind + " " + value, place);
        if (before != null) {
            String whose = before.equals(place) ? "this principal has it already" : before + " has it too";
            throw in.fault("the " + kind + " is there twice: " + whose);
        }
    }
}
