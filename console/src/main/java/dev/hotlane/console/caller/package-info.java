/**
 * Who looks at the pages of a console, and what of the lane each may see. In: API keys, certificates, the principals file.
 * Out: sessions, and what a view lacks.
 * Thread: the console's event loop.
 * May import: access, gateway.settings, protocol.tls, Vert.x.
 */
package dev.hotlane.console.caller;
