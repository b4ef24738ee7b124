package dev.hotlane.access.token;

import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;

/**
 * A token whose header and claims are right. Its signature was not judged, so nothing of it may be used but to find the key.
 *
 * @param jwt the token
 * @param claims what it claims
 * @param subject value of the claim that selects a principal
 */
record UnprovenToken(SignedJWT jwt, JWTClaimsSet claims, String subject) {}
