/**
 * Leadership: standing for it, the leader's TICKs, resigning. In: leadership records with the state's verdict,
 * clocks, progress. Out: TICK, LEAD and RESIGN to the log.
 * Thread: {@code state}.
 * May import: slf4j, protocol, processor.flow, processor.halt, processor.state.
 */
package dev.hotlane.processor.lead;
