/**
 * The contract against the gateway: openapi.yaml is well-made, and every call answers as it defines. In: the document,
 * a running lane. Out: verdicts of tests. Thread: the test's. May import: all of infra, networknt's validator.
 */
package dev.hotlane.proof.contract;
