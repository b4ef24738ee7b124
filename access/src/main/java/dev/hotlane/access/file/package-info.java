/**
 * The principals file: its reader, its watch, and what is doubtful in it. In: bytes of the file. Out: an immutable
 * {@link dev.hotlane.access.Principals}, or the line and the field that are wrong.
 * Threads: {@code principals} looks for changes; any thread takes the newest principals.
 * May import: access, protocol, Jackson, slf4j, the JDK.
 */
package dev.hotlane.access.file;
