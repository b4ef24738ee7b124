/**
 * Who may speak: standing for leadership, the leader's TICKs, handing over. In: leadership records as the state saw
 * them, clocks, progress. Out: TICK, LEAD and RESIGN to the log.
 * Thread: {@code state}.
 * May import: slf4j, protocol, processor.flow, processor.halt, processor.state.
 */
package dev.hotlane.processor.lead;
