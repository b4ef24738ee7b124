package dev.hotlane.infra.stack;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A tiny Linux x86-64 shared library, written byte by byte. It replaces a library that a machine lacks, that a program
 * names but hardly uses, and that can't be installed.
 */
final class SharedLibrary {

    /*
     * Of an ELF file, only what the loader reads. One readable and executable segment has the ELF header, program
     * headers, symbols, their versions, the hash table, the names and the code. The last segment, writable for the
     * loader, has the dynamic table. Addresses equal file offsets, but for that table: one page higher.
     */

    private static final int ELF_HEADER = 64;
    private static final int PROGRAM_HEADER = 56;
    private static final int PROGRAM_HEADERS = 4;
    private static final int SYMBOL = 24;
    private static final int DYNAMIC_ENTRY = 16;
    private static final int VERSION = 28;
    private static final int PAGE = 4096;

    private record Function(String name, int version, byte[] code) {}

    private final String soName;
    private final List<String> versions;
    private final List<Function> functions = new ArrayList<>();
    private final ByteArrayOutputStream names = new ByteArrayOutputStream();

    private SharedLibrary(String soName, String... versions) {
        this.soName = soName;
        this.versions = new ArrayList<>(List.of(soName));
        this.versions.addAll(List.of(versions));
    }

    /** The part of libaio that MySQL calls. Each function is one system call, so nothing is lost. */
    static byte[] libaio() {
        SharedLibrary library = new SharedLibrary("libaio.so.1", "LIBAIO_0.1", "LIBAIO_0.4");
        library.add("io_submit", 2, systemCall(209));
        library.add("io_setup", 3, systemCall(206));
        library.add("io_destroy", 3, systemCall(207));
        library.add("io_getevents", 3, systemCall(208));
        return library.toElf();
    }

    /** libnuma as on a machine without NUMA: `numa_available` returns -1; nothing else is called then. */
    static byte[] libnuma() {
        SharedLibrary library = new SharedLibrary("libnuma.so.1", "libnuma_1.1", "libnuma_1.2");
        for (String name : new String[] {"numa_available", "numa_alloc_local", "numa_free", "mbind", "set_mempolicy"}) {
            library.add(name, 2, returnMinusOne());
        }
        library.add("numa_bitmask_free", 3, returnMinusOne());
        library.add("numa_get_mems_allowed", 3, returnMinusOne());
        return library.toElf();
    }

    private void add(String name, int version, byte[] code) {
        functions.add(new Function(name, version, code));
    }

    // C passes the fourth argument in rcx, the kernel takes it in r10. mov r10,rcx; mov eax,number; syscall; ret
    private static byte[] systemCall(int number) {
        return bytes(0x49, 0x89, 0xCA, 0xB8, number, 0, 0, 0, 0x0F, 0x05, 0xC3);
    }

    // mov rax,-1; ret
    private static byte[] returnMinusOne() {
        return bytes(0x48, 0xC7, 0xC0, 0xFF, 0xFF, 0xFF, 0xFF, 0xC3);
    }

    private byte[] toElf() {
        int symbols = functions.size() + 1;
        names.write(0);
        int symbolsAt = ELF_HEADER + PROGRAM_HEADERS * PROGRAM_HEADER;
        int definitionsAt = symbolsAt + symbols * SYMBOL;
        int hashAt = definitionsAt + versions.size() * VERSION;
        int versionsAt = hashAt + (3 + symbols) * Integer.BYTES;
        int codeAt = versionsAt + symbols * Short.BYTES;
        byte[] code = code();
        byte[] symbolTable = symbolTable(codeAt);
        byte[] definitions = versionDefinitions();
        int soNameAt = name(soName);
        int namesAt = codeAt + code.length;
        int dynamicAt = (namesAt + names.size() + 7) / 8 * 8;
        long[] dynamic = {
            14,
            soNameAt,
            4,
            hashAt,
            5,
            namesAt,
            6,
            symbolsAt,
            10,
            names.size(),
            11,
            SYMBOL, //
            0x6ffffff0L,
            versionsAt,
            0x6ffffffcL,
            definitionsAt,
            0x6ffffffdL,
            versions.size(),
            0,
            0
        };
        int size = dynamicAt + dynamic.length / 2 * DYNAMIC_ENTRY;
        ByteBuffer file = littleEndian(size);
        header(file);
        program(file, 1, 5, 0, 0, dynamicAt, PAGE);
        program(file, 1, 6, dynamicAt, PAGE + dynamicAt, size - dynamicAt, PAGE);
        program(file, 2, 6, dynamicAt, PAGE + dynamicAt, size - dynamicAt, 8);
        program(file, 0x6474e551, 6, 0, 0, 0, 16);
        file.put(symbolTable).put(definitions).put(hashTable(symbols)).put(versionOfEachSymbol());
        file.put(code).put(names.toByteArray()).position(dynamicAt);
        for (long word : dynamic) {
            file.putLong(word);
        }
        return file.array();
    }

    private byte[] code() {
        ByteArrayOutputStream code = new ByteArrayOutputStream();
        functions.forEach(f -> code.writeBytes(f.code));
        return code.toByteArray();
    }

    private byte[] symbolTable(int codeAt) {
        ByteBuffer table = littleEndian((functions.size() + 1) * SYMBOL).position(SYMBOL);
        int at = codeAt;
        for (Function f : functions) {
            table.putInt(name(f.name)).put((byte) 0x12).put((byte) 0).putShort((short) 1);
            table.putLong(at).putLong(f.code.length);
            at += f.code.length;
        }
        return table.array();
    }

    // The first definition names the library itself.
    private byte[] versionDefinitions() {
        ByteBuffer table = littleEndian(versions.size() * VERSION);
        for (int i = 0; i < versions.size(); i++) {
            table.putShort((short) 1).putShort((short) (i == 0 ? 1 : 0));
            table.putShort((short) (i + 1)).putShort((short) 1).putInt(elfHash(versions.get(i)));
            table.putInt(20).putInt(i + 1 < versions.size() ? VERSION : 0);
            table.putInt(name(versions.get(i))).putInt(0);
        }
        return table.array();
    }

    private byte[] versionOfEachSymbol() {
        ByteBuffer table = littleEndian((functions.size() + 1) * Short.BYTES).putShort((short) 0);
        functions.forEach(f -> table.putShort((short) f.version));
        return table.array();
    }

    // One bucket: a chain through all symbols.
    private static byte[] hashTable(int symbols) {
        ByteBuffer table = littleEndian((3 + symbols) * Integer.BYTES);
        table.putInt(1).putInt(symbols).putInt(1).putInt(0);
        for (int i = 1; i < symbols; i++) {
            table.putInt(i + 1 < symbols ? i + 1 : 0);
        }
        return table.array();
    }

    private int name(String name) {
        int at = names.size();
        names.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
        names.write(0);
        return at;
    }

    private static int elfHash(String name) {
        int hash = 0;
        for (int i = 0; i < name.length(); i++) {
            hash = (hash << 4) + name.charAt(i);
            int high = hash & 0xF0000000;
            hash = (hash ^ high >>> 24) & ~high;
        }
        return hash;
    }

    private static void header(ByteBuffer file) {
        file.put(bytes(0x7F, 'E', 'L', 'F', 2, 1, 1)).position(16);
        file.putShort((short) 3).putShort((short) 62).putInt(1);
        file.putLong(0).putLong(ELF_HEADER).putLong(0).putInt(0);
        file.putShort((short) ELF_HEADER).putShort((short) PROGRAM_HEADER).putShort((short) PROGRAM_HEADERS);
        file.putShort((short) 64).putShort((short) 0).putShort((short) 0);
    }

    private static void program(ByteBuffer f, int type, int flags, long offset, long address, long size, long align) {
        f.putInt(type).putInt(flags).putLong(offset).putLong(address).putLong(address);
        f.putLong(size).putLong(size).putLong(align);
    }

    private static ByteBuffer littleEndian(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }
}
