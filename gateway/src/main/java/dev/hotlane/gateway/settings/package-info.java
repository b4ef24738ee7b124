/**
 * What an operator may set of a gateway, checked when it is made. In: values of options. Out: immutable settings, or
 * IllegalArgumentException.
 * Thread: any.
 * May import: the JDK, protocol, Vert.x.
 */
package dev.hotlane.gateway.settings;
