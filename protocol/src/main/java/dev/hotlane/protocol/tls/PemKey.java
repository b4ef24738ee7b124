package dev.hotlane.protocol.tls;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.HexFormat;
import java.util.List;

/**
 * Reads a private key of a PEM file: PKCS#8, and the forms of one algorithm that tools write too (PKCS#1 for RSA, SEC1 for
 * EC). No message has its content. Without state.
 */
final class PemKey {
    private static final String ADVICE = " Write it again with `openssl pkey -in FILE -out NEW`.";
    private static final byte[] VERSION = Der.element(Der.INTEGER, new byte[] {0});
    private static final byte[] RSA = oid("06092a864886f70d010101");
    private static final byte[] EC = oid("06072a8648ce3d0201");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS");

    private PemKey() {}

    /** The one private key of the bytes of that file; other blocks, such as certificates, are passed over. */
    static PrivateKey of(Path file, byte[] bytes) {
        List<PemBlock> keys = PemBlock.parse(file, bytes).stream()
                .filter(block -> block.label().endsWith("PRIVATE KEY"))
                .toList();
        if (keys.size() != 1) {
            throw new TlsFileException(file, "must have one block PRIVATE KEY, found " + keys.size() + ".");
        }
        PemBlock key = keys.get(0);
        if (key.label().startsWith("ENCRYPTED") || key.header().contains("ENCRYPTED")) {
            throw new TlsFileException(
                    file, "the key is encrypted. It must lie there in plain, readable by this account only." + ADVICE);
        }
        try {
            return decoded(file, pkcs8(key));
        } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new TlsFileException(file, "the key is cut off or damaged.", e);
        }
    }

    private static byte[] pkcs8(PemBlock key) {
        return switch (key.label()) {
            case "RSA PRIVATE KEY" -> wrapped(RSA, Der.element(Der.NULL), key.der());
            case "EC PRIVATE KEY" -> wrapped(EC, curve(key.der()), key.der());
            default -> key.der();
        };
    }

    private static byte[] wrapped(byte[] algorithm, byte[] parameters, byte[] key) {
        return Der.element(
                Der.SEQUENCE, VERSION, Der.element(Der.SEQUENCE, algorithm, parameters), Der.element(Der.OCTETS, key));
    }

    private static byte[] curve(byte[] sec1) {
        ByteBuffer key = Der.find(ByteBuffer.wrap(sec1), Der.SEQUENCE);
        ByteBuffer curve = key == null ? null : Der.find(key, Der.PARAMETERS);
        if (curve == null) {
            throw new IllegalArgumentException("no curve");
        }
        byte[] bytes = new byte[curve.remaining()];
        curve.get(bytes);
        return bytes;
    }

    private static PrivateKey decoded(Path file, byte[] pkcs8) {
        GeneralSecurityException last = null;
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            } catch (GeneralSecurityException e) {
                last = e;
            }
        }
        throw new TlsFileException(
                file, "the key is neither RSA, EC, Ed25519, Ed448 nor RSASSA-PSS, or is damaged." + ADVICE, last);
    }

    private static byte[] oid(String hex) {
        return HexFormat.of().parseHex(hex);
    }
}
