/**
 * The Java client of the HTTP contract. In: calls of a program; out: HTTP requests to one of several gateways, and the
 * outcome of each call. {@link dev.hotlane.client.LaneClient} is the way in.
 * Threads: any thread may call; {@code client-N} runs attempts; {@code batcher-N} sends what waited in a batcher and
 * ends its calls at their deadlines; {@code watch-N} reads the stream of one watch and calls its listener; callbacks run on the common pool.
 * May import: Jackson.
 */
package dev.hotlane.client;
