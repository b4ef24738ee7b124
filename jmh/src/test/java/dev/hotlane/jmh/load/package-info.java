/** Tests of the load generator, against a server that misbehaves on demand. */
package dev.hotlane.jmh.load;
