package dev.belay.access;

import com.nimbusds.jwt.JWTClaimsSet;
import dev.belay.config.AuthSettings;
import dev.belay.http.route.Access;
import dev.belay.mcp.envelope.Controls;
import java.text.ParseException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks the claims of a token with a valid signature, and derives its caller (RFC 9068 §4, RFC
 * 8707).
 *
 * @param now on the wall clock, in milliseconds
 */
@SuppressWarnings(
    "JavaUtilDate") // The library has no other type for times; they are read as milliseconds.
record JwtClaims(AuthSettings.OAuth settings, long now) {
  private static final int LONGEST_SUBJECT = 255;

  TokenCheck check(JWTClaimsSet claims) {
    var fault = fault(claims);
    if (fault != null) {
      return new TokenCheck.Invalid(fault);
    }
    var scopes = scopes(claims);
    if (!scopes.containsAll(settings.requiredScopes())) {
      return new TokenCheck.TooNarrow(settings.requiredScopes());
    }
    // A token's own scope proves nothing: only the configured one makes an admin.
    scopes.remove(Access.ADMIN);
    var admin = settings.adminScope();
    if (admin != null && scopes(claims).contains(admin)) {
      scopes.add(Access.ADMIN);
    }
    // Names of static tokens contain no @, so no caller can be mistaken for another.
    return new TokenCheck.Valid(
        new Access.Known(claims.getSubject() + "@" + settings.issuer(), scopes));
  }

  private @Nullable String fault(JWTClaimsSet claims) {
    if (!settings.issuer().equals(claims.getIssuer())) {
      return "the token is of another issuer";
    }
    if (Collections.disjoint(claims.getAudience(), settings.audiences())) {
      return "the token is for another audience";
    }
    var expiry = claims.getExpirationTime();
    if (expiry == null) {
      return "the token never expires";
    }
    long skew = settings.clockSkew().toMillis();
    if (now - skew >= expiry.getTime()) {
      return "the token has expired";
    }
    if (isLater(claims.getNotBeforeTime(), skew) || isLater(claims.getIssueTime(), skew)) {
      return "the token is not valid yet";
    }
    return isName(claims.getSubject()) ? null : "the token names no subject";
  }

  private boolean isLater(@Nullable Date time, long skew) {
    return time != null && time.getTime() - skew > now;
  }

  private static boolean isName(@Nullable String subject) {
    return subject != null
        && !subject.isBlank()
        && subject.length() <= LONGEST_SUBJECT
        && !Controls.isIn(subject);
  }

  private static Set<String> scopes(JWTClaimsSet claims) {
    var scopes = new HashSet<String>();
    for (var claim : List.of("scope", "scp")) {
      try {
        switch (claims.getClaim(claim)) {
          case String text -> scopes.addAll(Arrays.asList(text.split(" ", -1)));
          case List<?> _ -> scopes.addAll(claims.getStringListClaim(claim));
          case null, default -> {}
        }
      } catch (ParseException _) {
        // A list of other values names no scopes.
      }
    }
    return scopes;
  }
}
