/**
 * JSON as the lane's processes write it: bytes of answers, and objects of one line that are safe on a terminal.
 * In: names and values. Out: JSON. Thread: each object belongs to one. May import: Jackson, the JDK.
 */
package dev.hotlane.protocol.json;
