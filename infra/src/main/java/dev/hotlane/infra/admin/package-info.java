/**
 * The admin port of a gateway that runs alone. In: the figures of a gateway. Out: pages for operators.
 * Thread: those of the port; none of the gateway's event loops.
 * May import: gateway.http (Parts), gateway.lane (LaneHealth), gateway.status (Metrics), processor.status, processor
 * (ProcessorSettings), protocol.tls (TlsPaths).
 */
package dev.hotlane.infra.admin;
