/**
 * Makes files of the archives while the project is built; none of it is packed. In: templates of units, exit codes, the bill
 * of materials. Out: unit files of systemd, the list of others' licences.
 * Threads: none.
 * May import: processor.halt, Jackson.
 */
package dev.hotlane.dist;
