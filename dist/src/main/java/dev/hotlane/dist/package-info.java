/**
 * Makes files of the archives while the project is built, and the image; none of it is packed. In: templates of units, exit
 * codes, the bill of materials, an unpacked archive. Out: unit files of systemd, the list of others' licences, a tar.
 * Threads: none.
 * May import: protocol.process, processor.halt, Jackson, Jib.
 */
package dev.hotlane.dist;
