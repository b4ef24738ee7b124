/**
 * The view Care. In: the names of a lane and its rules, as the program that starts the console supplies them. Out: a JSON object
 * with the rules and with commands to copy. It runs and writes nothing.
 * Thread: one of the log's readers.
 * May import: Vert.x' JSON.
 */
package dev.hotlane.console.care;
