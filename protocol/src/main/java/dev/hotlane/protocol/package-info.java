/**
 * What the processes of a lane must have in common: the frame and schema of every record, verdicts, topics and their settings.
 * In: bytes or models. Out: models or bytes. Thread: any; each codec object belongs to one thread.
 * May import: the JDK, Agrona. No threads, no rules.
 */
package dev.hotlane.protocol;
