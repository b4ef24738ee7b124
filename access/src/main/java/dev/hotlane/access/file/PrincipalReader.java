package dev.hotlane.access.file;

import dev.hotlane.access.ApiKey;
import dev.hotlane.access.CommandLimits;
import dev.hotlane.access.Grant;
import dev.hotlane.access.Identities;
import dev.hotlane.access.KeyText;
import dev.hotlane.access.Principal;
import dev.hotlane.access.Rate;
import dev.hotlane.access.Rights;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/** Reads one principal. One object for each; belongs to one thread. */
final class PrincipalReader {
    private static final Pattern NAME = Pattern.compile("[!-~]{1,64}");
    private static final Pattern TENANT = Pattern.compile("[a-z0-9-]{1,32}");
    private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");

    /** Bytes of a token's subject, by OpenID Connect; and of a URI in a certificate, by SPIFFE. */
    private static final int SUBJECT_MAX = 255;

    private static final int CERTIFICATE_MAX = 2_048;
    private static final int OPS_MAX = 64;
    private static final int RATE_MAX = 1_000_000_000;

    private final StrictFile in;
    private final BiConsumer<String, String> claim;
    private final List<ApiKey> keys = new ArrayList<>();
    private final List<String> subjects = new ArrayList<>();
    private final List<String> certificates = new ArrayList<>();
    private final List<Grant> grants = new ArrayList<>();
    private String name;
    private String tenant = "";
    private int opsMax = CommandLimits.OPS_MAX;
    private long ttlMaxMs = Long.MAX_VALUE;
    private Rate rate;

    /** Reads the principal at which the file stands; {@code claim} refuses a kind and a value that is there already. */
    PrincipalReader(StrictFile in, BiConsumer<String, String> claim) {
        this.in = in;
        this.claim = claim;
    }

    Principal read() {
        in.need(in.object(this::field), "name", "grants");
        return new Principal(
                name,
                tenant,
                new Identities(keys, subjects, certificates),
                new Rights(grants),
                new CommandLimits(opsMax, ttlMaxMs),
                rate);
    }

    private void field(String field) {
        switch (field) {
            case "name" -> name = name();
            case "tenant" -> tenant = matching(TENANT, "1 to 32 of a-z, 0-9 and -");
            case "keys" -> in.array(() -> keys.add(key()));
            case "subjects" -> in.array(() -> subjects.add(own("subject", SUBJECT_MAX)));
            case "certificates" -> in.array(() -> certificates.add(own("certificate", CERTIFICATE_MAX)));
            case "grants" -> in.array(() -> grants.add(GrantReader.read(in)));
            case "opsMax" -> opsMax = (int) in.integer(1, OPS_MAX);
            case "ttlMaxMs" -> ttlMaxMs = in.integer(1, Long.MAX_VALUE);
            case "rate" -> rate = rate();
            default ->
                throw in.unknownField("name, tenant, keys, subjects, certificates, grants, opsMax, ttlMaxMs, rate");
        }
    }

    private String name() {
        String found = matching(NAME, "1 to 64 visible ASCII characters");
        claim.accept("name", found);
        return found;
    }

    private String own(String kind, int lengthMax) {
        String found = new String(in.utf8(lengthMax), StandardCharsets.UTF_8);
        claim.accept(kind, found);
        return found;
    }

    private String matching(Pattern pattern, String words) {
        String found = in.text();
        if (!pattern.matcher(found).matches()) {
            throw in.fault("must be " + words);
        }
        return found;
    }

    private ApiKey key() {
        String[] id = new String[1];
        byte[][] hash = new byte[1][];
        long[] expiresMs = {Long.MAX_VALUE};
        Set<String> met = in.object(field -> {
            switch (field) {
                case "id" -> id[0] = id();
                case "sha256" -> hash[0] = hash();
                case "expires" -> expiresMs[0] = expires();
                default -> throw in.unknownField("id, sha256, expires");
            }
        });
        in.need(met, "id", "sha256");
        return new ApiKey(id[0], hash[0], expiresMs[0]);
    }

    private String id() {
        String found = in.text();
        if (!KeyText.isId(found)) {
            throw in.fault("must be " + KeyText.ID_LENGTH + " of 0-9, A-Z and a-z");
        }
        claim.accept("key", found);
        return found;
    }

    private byte[] hash() {
        String found = matching(SHA_256, "64 of 0-9 and a-f");
        claim.accept("sha256", found);
        return HexFormat.of().parseHex(found);
    }

    private long expires() {
        try {
            return Expiry.ms(in.text());
        } catch (IllegalArgumentException e) {
            throw in.fault(e.getMessage());
        }
    }

    private Rate rate() {
        String[] fields = {"perSecond", "burst", "inFlight", "streams"};
        int[] numbers = new int[fields.length];
        Set<String> met = in.object(field -> {
            int at = List.of(fields).indexOf(field);
            if (at < 0) {
                throw in.unknownField(String.join(", ", fields));
            }
            // No streams are a choice; no calls at all would be a principal that can do nothing.
            numbers[at] = (int) in.integer(field.equals("streams") ? 0 : 1, RATE_MAX);
        });
        in.need(met, fields);
        return new Rate(numbers[0], numbers[1], numbers[2], numbers[3]);
    }
}
