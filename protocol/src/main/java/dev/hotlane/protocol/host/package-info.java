/**
 * The names that an HTTP server of a lane answers to. In: settings and the Host header of a request. Out: yes or no.
 * Thread: any; nothing here changes. May import: the JDK.
 */
package dev.hotlane.protocol.host;
