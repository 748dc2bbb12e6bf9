package dev.belay.access;

import dev.belay.http.route.Access;
import dev.belay.http.route.Request;
import java.util.List;

/**
 * Grants access to requests with a valid token of one of these kinds.
 *
 * @param kinds checked one after another
 * @param refusals receives refusals of presented tokens
 */
record BearerAccess(List<Credentials> kinds, Challenge challenge, Refusals refusals)
    implements Access {
  BearerAccess {
    kinds = List.copyOf(kinds);
  }

  @Override
  public Decision decide(Request request) throws InterruptedException {
    return switch (Presented.by(request)) {
      case Presented.Nothing() -> challenge.nothing();
      case Presented.Faulty(var why) -> heard(challenge.faulty(why), why);
      case Presented.Token(var text) -> token(text);
    };
  }

  private Decision token(String text) throws InterruptedException {
    if (text.length() > Presented.LONGEST) {
      return decided(new TokenCheck.Invalid("the token is longer than 8 KiB"));
    }
    for (var kind : kinds) {
      var checked = kind.check(text);
      if (!(checked instanceof TokenCheck.Foreign)) {
        return decided(checked);
      }
    }
    return decided(new TokenCheck.Foreign());
  }

  private Decision decided(TokenCheck checked) {
    return switch (checked) {
      case TokenCheck.Valid(var known) -> known;
      case TokenCheck.Foreign() -> decided(new TokenCheck.Invalid("the token is unknown"));
      case TokenCheck.Invalid(var why) -> heard(challenge.invalid(why), why);
      case TokenCheck.TooNarrow(var needed) ->
          heard(challenge.tooNarrow(needed), "the token lacks a scope that this needs");
      case TokenCheck.Undecided(var why, var again) ->
          Challenge.later(503, "temporarily_unavailable", why, again);
    };
  }

  private Refused heard(Refused answer, String why) {
    refusals.refused("access", Refusals.NOBODY, why);
    return answer;
  }
}
