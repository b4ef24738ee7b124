/**
 * What proves that the lane loses nothing and does nothing twice: simulation, fault matrix, recorded histories. In: a
 * seed, rows, files. Out: verdicts.
 * Thread: see the packages below.
 * May import: every module but jmh.
 */
package dev.hotlane.proof;
