/**
 * The calls that go through the log, or read its view: request and answer of each. In: path, headers and body; a reply.
 * Out: a command or read; the JSON of the answer. Thread: the event loop that asks. May import: access, protocol,
 * gateway.json, gateway.lane, gateway.problem, gateway.view. One class per call.
 */
package dev.hotlane.gateway.call;
