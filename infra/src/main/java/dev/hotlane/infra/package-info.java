/**
 * Everything that starts a lane; nothing here decides what a command does. In: command lines. Out: running processes.
 * Thread: see the packages below.
 * May import: every module but jmh and proof.
 */
package dev.hotlane.infra;
