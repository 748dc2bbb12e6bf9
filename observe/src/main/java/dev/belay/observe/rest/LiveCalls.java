package dev.belay.observe.rest;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallDirectory;
import dev.belay.core.call.CallId;
import dev.belay.core.call.CallState;
import dev.belay.core.call.Outcome;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Rows of calls for {@link LiveFeed}: those that have not ended, those whose work goes on after
 * their end, and the processes that calls left behind. Used under the lock of the feed.
 */
final class LiveCalls {
  private final CallDirectory directory;
  private final LeftBehindProcesses leftBehind;
  private final Function<Call, @Nullable String> arguments;
  private final FeedClock clock;

  /** What is costly to show of a call, and never changes. */
  private final Map<CallId, String> shown = new HashMap<>();

  /**
   * Shows the calls of {@code directory}.
   *
   * @param arguments the short form of a call's arguments; null where nothing may be shown
   */
  LiveCalls(
      CallDirectory directory,
      LeftBehindProcesses leftBehind,
      Function<Call, @Nullable String> arguments,
      FeedClock clock) {
    this.directory = directory;
    this.leftBehind = leftBehind;
    this.arguments = arguments;
    this.clock = clock;
  }

  List<LiveTopic> topics() {
    return List.of(
        new LiveTopic("calls", this::calls),
        new LiveTopic("abandoned", this::abandoned),
        new LiveTopic("processes", this::processes));
  }

  private static Stream<Call> oldestFirst(Stream<Call> calls) {
    return calls.sorted(Comparator.comparing(call -> call.info().acceptedAt()));
  }

  private List<LiveRow> calls() {
    var calls = oldestFirst(directory.calls().stream()).toList();
    var ids = new HashSet<CallId>();
    calls.forEach(call -> ids.add(call.id()));
    shown.keySet().retainAll(ids);
    return calls.stream()
        .filter(call -> !(call.state() instanceof CallState.Settled))
        .map(this::row)
        .toList();
  }

  private LiveRow row(Call call) {
    var now = call.snapshot();
    var info = now.info();
    var word = now.lastWord();
    var text = shown.get(info.id());
    if (text == null) {
      // Not known yet, it is asked for again.
      text = arguments.apply(call);
      if (text != null) {
        shown.put(info.id(), text);
      }
    }
    return new LiveRow(info.id().toString(), info.caller().principal())
        .text("id", info.id().toString())
        .text("tool", info.tool())
        .text("upstream", info.upstream())
        .text("principal", info.caller().principal())
        .text("client", info.caller().client())
        .text("turn", info.caller().turnId())
        .text("arguments", text)
        .text("accepted_at", info.acceptedAt().toString())
        .text("state", CallText.state(now.state()))
        .text("held", now.heldFor())
        .raw("since", clock.at(now.since()))
        .limit("timeout_s", now.limits().timeout())
        .limit("idle_timeout_s", now.limits().idleTimeout())
        .raw("beat_at", now.sinceBeat() == null ? "null" : clock.at(now.beatAt()))
        .text("message", word == null ? null : word.message())
        .number("done", word == null ? null : word.done())
        .number("total", word == null ? null : word.total())
        .number("attempt", now.attempt())
        .flag("progress_backed", now.isProgressBacked());
  }

  private List<LiveRow> abandoned() {
    return oldestFirst(directory.abandoned().stream())
        .map(call -> {
          var info = call.info();
          return new LiveRow(info.id().toString(), info.caller().principal())
              .text("id", info.id().toString())
              .text("tool", info.tool())
              .text("upstream", info.upstream())
              .text("principal", info.caller().principal())
              .text("outcome", call.outcome().map(Outcome::word).orElse(null))
              .text("accepted_at", info.acceptedAt().toString());
        })
        .toList();
  }

  /** A process may belong to calls of several: only admins see it as one of the server's. */
  private List<LiveRow> processes() {
    return leftBehind.list().stream()
        .map(one -> {
          var owners = one.calls().stream().map(call -> call.caller().principal()).distinct();
          var all = owners.toList();
          return new LiveRow(
                  Long.toString(one.process().pid()), all.size() == 1 ? all.getFirst() : null)
              .all(one.json(_ -> true));
        })
        .toList();
  }
}
