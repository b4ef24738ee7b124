/**
 * JSON, strict in and plain out, without trees. In: the bytes of a body. Out: values, or the bytes of an answer.
 * Thread: the event loop that owns the object. May import: jackson-core, protocol, gateway.problem.
 */
package dev.hotlane.gateway.json;
