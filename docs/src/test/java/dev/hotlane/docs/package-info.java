/** Tests that hold the architecture, the style and the documents to the code. Thread: the test's. */
package dev.hotlane.docs;
