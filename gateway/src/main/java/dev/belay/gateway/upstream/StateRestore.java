package dev.belay.gateway.upstream;

import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.ModernMeta;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Restores the client's state in a new process of a server. */
final class StateRestore {
  private final SessionSnapshot snapshot;
  private final Time time;

  /** Zero for no limit. */
  private final Duration limit;

  StateRestore(SessionSnapshot snapshot, Time time, Duration startupTimeout) {
    this.snapshot = snapshot;
    this.time = time;
    limit = startupTimeout.isZero() ? Duration.ofDays(365) : startupTimeout;
  }

  Duration limit() {
    return limit;
  }

  /**
   * Opens the process and sends the requests to replay, without waiting for their answers: later
   * messages follow them in any case. A modern server has no opening, and gets nothing.
   */
  void perform(UpstreamConnection link) throws InterruptedException, Unavailable {
    perform(link, limit);
  }

  /** Likewise, with the rest of the limit. */
  void perform(UpstreamConnection link, Duration left) throws InterruptedException, Unavailable {
    var initialize = snapshot.initialize();
    if (initialize == null) {
      return;
    }
    var opening = OwnRequest.send(link, "initialize", initialize);
    var answer = opening.await(time, left);
    if (answer == null || answer.kind() == Kind.ERROR) {
      throw refused(link, answer);
    }
    opened(link, answer);
  }

  /** {@return the failure of an opening with that answer to {@code initialize}, or with none} */
  Unavailable refused(UpstreamConnection link, @Nullable Envelope answer) {
    if (answer != null) {
      return new Unavailable("it answered initialize with " + answer.text(Member.ERROR_MESSAGE));
    }
    return new Unavailable(
        link.isLost()
            ? "it ended while it was starting"
            : "it did not answer initialize within its startup_timeout");
  }

  /** Completes the opening after {@code initialize}, and replays the state. */
  void opened(UpstreamConnection link, Envelope answer) {
    snapshot.opened(Era.LEGACY, answer);
    var initialized = snapshot.initialized();
    if (initialized != null) {
      link.tell(initialized);
    }
    tellAgain(link);
  }

  /** Replays the log level and the subscriptions to an open server. */
  void tellAgain(UpstreamConnection link) {
    var sent = new ArrayList<OwnRequest>();
    for (var request : snapshot.requests()) {
      sent.add(OwnRequest.send(link, request.getKey(), request.getValue()));
    }
    OwnRequest.leaveAfter(sent, time, limit);
  }

  /**
   * Notifies the client of the lists that differ from what it saw. Compares first pages only: a
   * change on a later page goes unnoticed.
   */
  void compareLists(UpstreamConnection link, UpstreamListener listener)
      throws InterruptedException {
    for (var seen : snapshot.lists().entrySet()) {
      var params = snapshot.isModern() ? ModernMeta.params() : null;
      var answer = OwnRequest.send(link, seen.getKey(), params).await(time, limit);
      var result = answer == null ? null : answer.raw(Member.RESULT);
      if (result != null && !Arrays.equals(result, seen.getValue())) {
        listener.listChanged(what(seen.getKey()));
      }
    }
  }

  /**
   * Notifies the client of each list it saw on {@code last}: those of two eras cannot be compared.
   */
  static void tellOfLists(UpstreamConnection last, UpstreamListener listener) {
    last.server().snapshot().lists().keySet().forEach(method -> listener.listChanged(what(method)));
  }

  private static String what(String listMethod) {
    return listMethod.substring(0, listMethod.indexOf('/'));
  }
}
