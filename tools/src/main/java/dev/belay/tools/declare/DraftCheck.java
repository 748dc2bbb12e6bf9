package dev.belay.tools.declare;

import dev.belay.core.name.Nearest;
import dev.belay.mcp.client.HeaderDeclarations;
import dev.belay.mcp.envelope.NotJson;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Finds the mistakes in a tool's declaration, from annotations or from a builder. */
final class DraftCheck {
  /** MCP 2026-07-28 §tool-names. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,128}");

  /** Thirty years: a longer limit is a mistake in the unit. */
  private static final Duration LONGEST = Duration.ofSeconds(1_000_000_000);

  private final Draft draft;
  private final Problems problems;

  DraftCheck(Draft draft, Problems problems) {
    this.draft = draft;
    this.problems = problems;
  }

  void run() {
    names();
    lane();
    limits();
    repeating();
    headers();
    if (draft.needs().stream().anyMatch(String::isBlank)) {
      wrong("it needs a capability without a name: say sampling, elicitation or roots");
    }
  }

  private void names() {
    checkName("name", draft.name());
    checkName("category", draft.category());
    var names = new HashSet<String>();
    for (var argument : draft.arguments()) {
      if (!names.add(argument.name())) {
        wrong("two arguments are called " + argument.name() + ": give one another name");
      }
      if (argument.name().isBlank()) {
        wrong("an argument has an empty name");
      }
    }
  }

  private void lane() {
    var key = draft.terms().concurrency();
    if (key.isBlank()) {
      wrong("concurrency is empty: say parallel, exclusive, or a key");
    } else if (!LaneKey.isWhole(key)) {
      wrong("concurrency \"" + key + "\" has a brace alone: name an argument as {argument}");
    }
    var named = LaneKey.arguments(key);
    // Most keys name no arguments, and need no schema before the tools are listed.
    var known = named.isEmpty() ? null : argumentNames();
    if (known != null) {
      named.stream().filter(name -> !known.contains(name)).forEach(name -> unknown(name, known));
    }
  }

  private @Nullable Set<String> argumentNames() {
    try {
      return draft.argumentNames();
    } catch (JacksonException | IllegalArgumentException _) {
      // Reported by the check of headers.
      return null;
    }
  }

  private void unknown(String name, Set<String> known) {
    var nearest = Nearest.to(name, known);
    wrong(
        "concurrency names {"
            + name
            + "}, which is no argument"
            + (nearest == null ? ": " : ": did you mean {" + nearest + "}? ")
            + (known.isEmpty() ? "It has none" : "It has " + String.join(", ", known)));
  }

  private void checkName(String what, String said) {
    if (!NAME.matcher(said).matches()) {
      wrong(
          "the "
              + what
              + " \""
              + said
              + "\" is none: use 1 to 128 letters and digits of ASCII, _ - and .");
    }
  }

  private void limits() {
    var terms = draft.terms();
    checkLimit("timeout", terms.timeout(), "leave it out to leave it to configuration");
    checkLimit("idleTimeout", terms.idleTimeout(), "leave it out to leave it to configuration");
    checkLimit("cacheTtl", terms.cacheTtl(), "leave it out for no cache");
    var estimate = terms.estimate();
    if (estimate != null && (!estimate.isPositive() || estimate.compareTo(LONGEST) > 0)) {
      wrong("estimate is no time that a call can take: it is in seconds; leave it out if unknown");
    }
    if (terms.async() && !draft.needs().isEmpty()) {
      wrong("an async tool cannot ask its client, which has its answer: take needs or async away");
    }
    if (terms.maxAttempts() < 1) {
      wrong(
          "maxAttempts is " + terms.maxAttempts() + ": it counts the first one too, so 1 or more");
    }
  }

  private void checkLimit(String what, @Nullable Duration limit, String otherwise) {
    if (limit != null && limit.isNegative()) {
      wrong(what + " is negative: 0 is no limit; " + otherwise);
    } else if (limit != null && limit.compareTo(LONGEST) > 0) {
      wrong(what + " is longer than thirty years: it is in seconds, and 0 is no limit");
    }
  }

  private void repeating() {
    var hints = draft.hints();
    var terms = draft.terms();
    if (hints.readOnly() && hints.destructive()) {
      wrong("it cannot be both readOnly and destructive");
    }
    if (!terms.retryOn().isEmpty()) {
      if (hints.destructive()) {
        wrong("retryOn on a destructive tool could destroy twice: take one of them away");
      } else if (!hints.isRepeatable()) {
        wrong("retryOn needs a tool that is readOnly or idempotent, and says so");
      }
      if (terms.maxAttempts() == 1) {
        wrong("retryOn without maxAttempts never tries again: say maxAttempts = 2 or more");
      }
    } else if (terms.maxAttempts() > 1) {
      wrong("maxAttempts without retryOn never tries again: say on which exceptions");
    }
    if (terms.cacheTtl().isPositive() && !(hints.readOnly() && hints.idempotent())) {
      wrong("cacheTtl needs a tool that is readOnly and idempotent, and says so");
    }
  }

  /** Checks headers; without headers the schema is not made here, but when the tool is listed. */
  private void headers() {
    boolean given = draft.givenInput() != null;
    if (!given && draft.arguments().stream().allMatch(argument -> argument.header() == null)) {
      return;
    }
    try {
      var _ = HeaderDeclarations.of(draft.input().bytes());
    } catch (HeaderDeclarations.Invalid e) {
      wrong("its " + e.getMessage() + ": clients over HTTP leave out such a tool");
    } catch (NotJson e) {
      wrong("its inputSchema cannot be read: " + e.getMessage());
    }
  }

  private void wrong(String what) {
    problems.add(draft.where(), what);
  }
}
