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

/** Brings a new process to where its predecessor was, as far as the client had told that one. */
final class Handshake {
  private final Replay replay;
  private final Time time;

  /** Zero for no limit. */
  private final Duration limit;

  Handshake(Replay replay, Time time, Duration startupTimeout) {
    this.replay = replay;
    this.time = time;
    limit = startupTimeout.isZero() ? Duration.ofDays(365) : startupTimeout;
  }

  Duration limit() {
    return limit;
  }

  /**
   * Opens, and sends what is to be replayed, whose answers nobody waits for: what is sent next
   * comes after it all the same. In the modern era there is nothing to open, and nothing is.
   */
  void perform(ServerLink link) throws InterruptedException, Unavailable {
    perform(link, limit);
  }

  /** Does so where others have used up some of the limit. */
  void perform(ServerLink link, Duration left) throws InterruptedException, Unavailable {
    var initialize = replay.initialize();
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

  /** {@return why a server is not open that answered {@code initialize} so, or not at all} */
  Unavailable refused(ServerLink link, @Nullable Envelope answer) {
    if (answer != null) {
      return new Unavailable("it answered initialize with " + answer.text(Member.ERROR_MESSAGE));
    }
    return new Unavailable(
        link.isLost()
            ? "it ended while it was starting"
            : "it did not answer initialize within its startup_timeout");
  }

  /** Goes on after {@code initialize} with all that is to be replayed. */
  void opened(ServerLink link, Envelope answer) {
    replay.opened(Era.LEGACY, answer);
    var initialized = replay.initialized();
    if (initialized != null) {
      link.tell(initialized);
    }
    tellAgain(link);
  }

  /** Tells a server that is open all that its clients had told another. */
  void tellAgain(ServerLink link) {
    var sent = new ArrayList<OwnRequest>();
    for (var request : replay.requests()) {
      sent.add(OwnRequest.send(link, request.getKey(), request.getValue()));
    }
    OwnRequest.leaveAfter(sent, time, limit);
  }

  /**
   * Tells the client which lists are not what it saw. First pages only: a change on a later page
   * goes unnoticed.
   */
  void compareLists(ServerLink link, UpstreamListener listener) throws InterruptedException {
    for (var seen : replay.lists().entrySet()) {
      var params = replay.isModern() ? ModernMeta.params() : null;
      var answer = OwnRequest.send(link, seen.getKey(), params).await(time, limit);
      var result = answer == null ? null : answer.raw(Member.RESULT);
      if (result != null && !Arrays.equals(result, seen.getValue())) {
        listener.listChanged(what(seen.getKey()));
      }
    }
  }

  /** Tells the client that each list it saw on {@code last} is another one: eras cannot compare. */
  static void tellOfLists(ServerLink last, UpstreamListener listener) {
    last.server().replay().lists().keySet().forEach(method -> listener.listChanged(what(method)));
  }

  private static String what(String listMethod) {
    return listMethod.substring(0, listMethod.indexOf('/'));
  }
}
