package dev.belay.gateway.relay;

import dev.belay.config.Start;
import dev.belay.core.call.CallDirectory;
import dev.belay.gateway.upstream.Disclosure;
import dev.belay.gateway.upstream.RetiringProcess;
import dev.belay.gateway.upstream.Standing;
import dev.belay.gateway.upstream.Standing.Condition;
import dev.belay.mcp.era.Era;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The condition of one server at one moment, over all its processes and connections.
 *
 * @param state {@code starting}, {@code up}, {@code down} or {@code idle}
 * @param detail why it is down, in one line without its output and its arguments; null if it is not
 * @param era {@code legacy} or {@code modern}; null before that is known, and for native tools,
 *     which speak both
 * @param transport {@code stdio} or {@code http}; {@code native} for tools of this program
 * @param restarts how often a process was lost or replaced
 * @param inFlight requests that wait for its answers
 * @param retiring processes that take no new calls, and end with those they have
 * @param ignoredStops how many of its processes ignored a stop
 * @param advice how to enforce its stops; null if none was ignored, or there is no way
 * @param abandoned calls that have ended while their work goes on
 * @param drainedBy who has it take no new calls; null if it takes them
 */
public record ServerFigures(
    String name,
    String state,
    @Nullable String detail,
    @Nullable String era,
    String transport,
    int restarts,
    int inFlight,
    List<RetiringProcess> retiring,
    int ignoredStops,
    @Nullable String advice,
    int abandoned,
    @Nullable String drainedBy) {
  /** Copies the list. */
  public ServerFigures {
    retiring = List.copyOf(retiring);
  }

  /** Up if any upstream is; else the first upstream that is not idle counts. */
  static ServerFigures of(Relay relay) {
    Standing shown = null;
    Era era = null;
    int restarts = 0;
    int inFlight = 0;
    int ignoredStops = 0;
    String advice = null;
    var retiring = new ArrayList<RetiringProcess>();
    for (var audience : relay.audiences().audiences()) {
      var standing = audience.upstream().standing();
      shown = shown == null || isBetter(standing, shown) ? standing : shown;
      era = era == null ? audience.upstream().snapshot().era() : era;
      restarts += standing.restarts();
      inFlight += audience.upstream().openRequests();
      ignoredStops += standing.ignoredStops();
      advice = standing.ignoredStops() > 0 ? audience.upstream().advice() : advice;
      retiring.addAll(standing.retiring());
    }
    var name = relay.server().name();
    var condition = shown == null ? Condition.IDLE : shown.condition();
    return new ServerFigures(
        name,
        condition.name().toLowerCase(Locale.ROOT),
        shown != null && condition == Condition.DOWN ? Disclosure.firstLine(shown.trouble()) : null,
        era(era),
        relay.server().start() instanceof Start.Url ? "http" : "stdio",
        restarts,
        inFlight,
        retiring,
        ignoredStops,
        advice,
        abandoned(name, relay.governor().directory()),
        relay.drain().by());
  }

  /** {@return the figures of native tools, which are up while the program is} */
  public static ServerFigures ofProgram(String name, int inFlight, CallDirectory calls) {
    return new ServerFigures(
        name,
        "up",
        null,
        null,
        "native",
        0,
        inFlight,
        List.of(),
        0,
        null,
        abandoned(name, calls),
        null);
  }

  private static int abandoned(String name, CallDirectory calls) {
    return (int)
        calls.abandoned().stream().filter(call -> name.equals(call.info().upstream())).count();
  }

  private static boolean isBetter(Standing one, Standing other) {
    return other.condition() != Condition.UP
        && (one.condition() == Condition.UP || other.condition() == Condition.IDLE);
  }

  private static @Nullable String era(@Nullable Era era) {
    return era == null ? null : era.name().toLowerCase(Locale.ROOT);
  }
}
