package dev.belay.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.http.route.Access;
import dev.belay.http.route.Header;
import dev.belay.http.route.Request;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Admits every caller unless there are access rules; with rules only admins, since a list of tools
 * must not reveal those that others may not know of.
 *
 * @param inner authenticates the caller
 * @param hasRules evaluated at each request, since the configuration may change
 */
public record WhereRuled(Access inner, BooleanSupplier hasRules) implements Access {
  private static final Refused NOT_ADMIN =
      new Refused(
          403,
          List.of(new Header("Content-Type", "application/json")),
          "{\"error\":\"this names tools, and there are access.rules: it needs the scope admin\"}"
              .getBytes(UTF_8));

  @Override
  public Decision decide(Request request) throws InterruptedException {
    return !hasRules.getAsBoolean()
        ? Known.LOCAL
        : switch (inner.decide(request)) {
          case Refused refused -> refused;
          case Known known -> known.isAdmin() ? known : NOT_ADMIN;
        };
  }
}
