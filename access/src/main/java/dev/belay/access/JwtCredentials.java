package dev.belay.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jwt.SignedJWT;
import dev.belay.config.AuthSettings;
import dev.belay.core.time.Time;
import java.text.ParseException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Access tokens signed by an authorization server (RFC 9068).
 *
 * <p>The key is always one of the server's own, never one from the token; and only signatures that
 * cannot be made with a public key are accepted, so neither {@code none} nor HMAC counts.
 */
final class JwtCredentials implements Credentials {
  private static final Set<JWSAlgorithm> ALGORITHMS =
      Set.of(
          JWSAlgorithm.RS256,
          JWSAlgorithm.RS384,
          JWSAlgorithm.RS512,
          JWSAlgorithm.PS256,
          JWSAlgorithm.PS384,
          JWSAlgorithm.PS512,
          JWSAlgorithm.ES256,
          JWSAlgorithm.ES384,
          JWSAlgorithm.ES512);

  /** The types of access tokens; other types serve other purposes (RFC 8725 §3.11). */
  private static final Set<String> TYPES = Set.of("jwt", "at+jwt", "application/at+jwt");

  private static final List<String> TIMES = List.of("exp", "nbf", "iat");

  /** The last second of the year 9999 (RFC 3339). */
  private static final double LATEST_S = 253_402_300_799.0;

  /** Without a key id any of the keys may be meant; servers have fewer than this. */
  private static final int MOST_KEYS = 8;

  private final AuthSettings.OAuth settings;
  private final SigningKeys keys;
  private final Time time;
  private final DefaultJWSVerifierFactory verifiers = new DefaultJWSVerifierFactory();

  JwtCredentials(
      AuthSettings.OAuth settings, KeySource source, Time time, Consumer<String> report) {
    this.settings = settings;
    this.keys = new SigningKeys(source, time, report);
    this.time = time;
  }

  @Override
  public TokenCheck check(String token) throws InterruptedException {
    SignedJWT jwt;
    try {
      jwt = SignedJWT.parse(token);
    } catch (ParseException _) {
      return new TokenCheck.Invalid("the token is no signed JWT");
    }
    var fault = fault(jwt.getHeader());
    if (fault != null) {
      return new TokenCheck.Invalid(fault);
    }
    var candidates = keys.matching(jwt.getHeader());
    if (!keys.areKnown()) {
      return new TokenCheck.Undecided(
          "the keys of the authorization server cannot be had now", SigningKeys.PAUSE);
    }
    return isSigned(jwt, candidates)
        ? claims(jwt)
        : new TokenCheck.Invalid("the token is not signed with a key of its issuer");
  }

  private static @Nullable String fault(JWSHeader header) {
    if (!ALGORITHMS.contains(header.getAlgorithm())) {
      return "the token is signed by an algorithm that is not taken";
    }
    if (!isAccessToken(header.getType())) {
      return "the token is of another type";
    }
    return header.getCriticalParams() == null || header.getCriticalParams().isEmpty()
        ? null
        : "the token has a critical header that is not supported";
  }

  private static boolean isAccessToken(@Nullable JOSEObjectType type) {
    return type == null || TYPES.contains(type.getType().toLowerCase(Locale.ROOT));
  }

  private boolean isSigned(SignedJWT jwt, List<JWK> candidates) {
    for (var key : candidates.subList(0, Math.min(MOST_KEYS, candidates.size()))) {
      try {
        if (key instanceof AsymmetricJWK pair
            && jwt.verify(verifiers.createJWSVerifier(jwt.getHeader(), pair.toPublicKey()))) {
          return true;
        }
      } catch (JOSEException _) {
        // This key cannot have signed it.
      }
    }
    return false;
  }

  /**
   * Checks the range, since the library multiplies seconds into milliseconds, and an overflow may
   * yield a later time.
   */
  private static boolean haveTimes(SignedJWT jwt) {
    var claims = jwt.getPayload().toJSONObject();
    for (var claim : claims == null ? List.<String>of() : TIMES) {
      if (claims.get(claim) instanceof Number seconds
          && !(seconds.doubleValue() >= 0 && seconds.doubleValue() <= LATEST_S)) {
        return false;
      }
    }
    return true;
  }

  private TokenCheck claims(SignedJWT jwt) {
    if (!haveTimes(jwt)) {
      return new TokenCheck.Invalid("exp, nbf or iat is out of range");
    }
    try {
      return new JwtClaims(settings, time.wall().toEpochMilli()).check(jwt.getJWTClaimsSet());
    } catch (ParseException _) {
      return new TokenCheck.Invalid("the token holds no claims");
    }
  }
}
