/**
 * What an operator may do to a lane that stands still: take a poison record out, anchor the checkpoint to a new topic.
 * In: brokers, a lane, its database; every processor is down, and that is checked. Out: what was found and done, or a
 * refusal that changed nothing.
 * Thread: the caller's, blocking.
 * May import: protocol, flusher, processor, infra.feed, infra.log, kafka-clients, slf4j.
 */
package dev.hotlane.infra.repair;
