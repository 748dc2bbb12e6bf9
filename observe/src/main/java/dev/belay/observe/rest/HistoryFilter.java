package dev.belay.observe.rest;

import dev.belay.config.Glob;
import dev.belay.core.call.Outcome;
import dev.belay.core.name.ShortText;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which calls a page of the history has. What is null does not matter.
 *
 * @param tool a glob, or without its wildcards a part of the name, as {@link #names} has it
 * @param server the whole name of the server
 * @param outcome how it ended, where {@link Outcome#ERROR} is a result that reports one
 * @param cause the detail of its end, in small letters and with underscores
 * @param client the name of the client
 * @param principal the caller
 * @param since the earliest end
 * @param text in small letters, a part of the tool's name, of the detail or of who cancelled it
 */
record HistoryFilter(
    @Nullable String tool,
    @Nullable String server,
    @Nullable String outcome,
    @Nullable String cause,
    @Nullable String client,
    @Nullable String principal,
    @Nullable Instant since,
    @Nullable String text) {
  private static final List<String> OUTCOMES =
      List.of("completed", Outcome.ERROR, "failed", "timed_out", "cancelled", "refused", "lost");

  static HistoryFilter of(Query query, Sight sight) throws Query.WrongException {
    var outcome = query.text("outcome");
    if (outcome != null && !OUTCOMES.contains(outcome)) {
      throw new Query.WrongException(
          "outcome is one of " + String.join(", ", OUTCOMES) + ", not " + ShortText.name(outcome));
    }
    var principal = query.text("principal");
    if (principal != null && !sight.covers(principal)) {
      throw new Query.WrongException("the calls of other principals need the scope admin");
    }
    var cause = query.text("cause");
    var text = query.text("q");
    return new HistoryFilter(
        query.text("tool"),
        query.text("server"),
        outcome,
        cause == null ? null : plain(cause),
        query.text("client"),
        principal,
        since(query.text("since")),
        text == null ? null : small(text));
  }

  private static @Nullable Instant since(@Nullable String text) throws Query.WrongException {
    try {
      return text == null ? null : Instant.parse(text);
    } catch (DateTimeParseException _) {
      throw new Query.WrongException(
          "since is a time such as 2026-11-26T14:02:11Z, not " + ShortText.name(text));
    }
  }

  boolean takes(PastCall call) {
    return (tool == null || names(tool, call))
        && isOrNull(server, call.upstream())
        && (outcome == null || ended(outcome, call))
        && isOrNull(cause, plain(call.detail()))
        && isOrNull(client, call.client())
        && isOrNull(principal, call.principal())
        && (since == null || isSince(since, call.endedAt()))
        && (text == null || isIn(text, call));
  }

  private static boolean ended(String how, PastCall call) {
    return how.equals(Outcome.ERROR)
        ? Outcome.ERROR.equals(call.detail())
        : how.equals(call.outcome());
  }

  private static boolean isSince(Instant earliest, @Nullable Instant end) {
    return end != null && !end.isBefore(earliest);
  }

  private static boolean isOrNull(@Nullable String wanted, @Nullable String found) {
    return wanted == null || Objects.equals(wanted, found);
  }

  /** A glob is that of {@code tools}: over the tool's own name and over {@code server__tool}. */
  private static boolean names(String wanted, PastCall call) {
    if (wanted.indexOf('*') < 0 && wanted.indexOf('?') < 0) {
      return small(named(call)).contains(small(wanted));
    }
    var glob = new Glob(wanted);
    return glob.matches(call.tool()) || glob.matches(named(call));
  }

  private static String named(PastCall call) {
    return call.upstream() == null ? call.tool() : call.upstream() + Glob.SEPARATOR + call.tool();
  }

  private static boolean isIn(String text, PastCall call) {
    return small(named(call)).contains(text)
        || small(call.detail()).contains(text)
        || small(call.by()).contains(text);
  }

  private static String small(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private static String plain(String text) {
    return small(text).replace(' ', '_');
  }
}
