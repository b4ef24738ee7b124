/** Tests of what is made of figures. */
package dev.hotlane.jmh.figures;
