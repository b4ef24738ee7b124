/**
 * Lists of all counters under a prefix, each as of one sequence. In: the view's changes; reads. Out: the text of a board
 * and its compressed form, made once per change.
 * Threads: {@code view-table} keeps the keys and copies a board; {@code board} writes and compresses the copy; event loops
 * read and never wait.
 * May import: protocol, gateway.call, gateway.lane, gateway.problem, gateway.view.
 */
package dev.hotlane.gateway.board;
