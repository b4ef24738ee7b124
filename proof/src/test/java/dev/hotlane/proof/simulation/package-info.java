/**
 * The simulation over many seeds, and the proof that its checks can fail.
 * In: seeds. Out: verdicts. Thread: the tests', and two of a campaign.
 */
package dev.hotlane.proof.simulation;
