/**
 * The settings of a gateway, checked when made. In: values of options. Out: immutable settings, or
 * IllegalArgumentException.
 * Thread: any.
 * May import: the JDK, protocol, access.token, Vert.x.
 */
package dev.hotlane.gateway.settings;
