/**
 * Bearer tokens (JWT) of a token server. In: a token's text. Out: the claim that selects a principal, or that the token is
 * not valid, or that it can't be judged now. Grants never come from a token.
 * Threads: {@code tokens} judges tokens that are new; {@code jwks} reads the keys of the token server. Each event loop has a
 * {@link dev.hotlane.access.token.TokenHasher} of its own.
 * May import: access, Nimbus, slf4j, the JDK.
 */
package dev.hotlane.access.token;
