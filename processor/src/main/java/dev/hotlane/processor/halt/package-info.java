/**
 * The one way for a running processor to end in error. In: the first fault. Out: an exit code and a message that names
 * what was found, what was expected and what the operator can do.
 * Thread: any.
 * May import: the JDK, slf4j.
 */
package dev.hotlane.processor.halt;
