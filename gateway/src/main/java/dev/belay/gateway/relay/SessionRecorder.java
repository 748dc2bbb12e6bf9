package dev.belay.gateway.relay;

import dev.belay.core.time.Time;
import dev.belay.gateway.translate.SubscriptionFilter;
import dev.belay.gateway.upstream.Delivery;
import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.LogLevel;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.era.Era;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Records a client's state from the messages that pass: the opening, the log level, subscriptions,
 * lists.
 *
 * <p>Called by reader threads; the state is in the upstream's snapshot.
 */
final class SessionRecorder {
  private static final byte[] NO_PARAMS = {'{', '}'};

  private final ClientSession session;

  /** Gives up on a server that does not answer {@code initialize}. */
  private final AtomicReference<Time.@Nullable Timer> patience = new AtomicReference<>();

  SessionRecorder(ClientSession session) {
    this.session = session;
  }

  /** A request of the client is sent on {@code link}. */
  void sending(Envelope request, UpstreamConnection link) {
    if (!request.method().equals("initialize")) {
      return;
    }
    session.audience().upstream().snapshot().initialize(params(request));
    var limit = session.relay().server().startupTimeout();
    if (limit.isPositive()) {
      var timer =
          session
              .relay()
              .time()
              .after(limit, () -> session.audience().upstream().startTimedOut(link, limit));
      disarm(patience.getAndSet(timer));
    }
  }

  /** The client sends a notification that is not about one of its requests. */
  void told(Envelope notification) {
    var upstream = session.audience().upstream();
    if (notification.method().equals("notifications/initialized")) {
      if (upstream.isOpenedByBelay()) {
        return;
      }
      upstream.snapshot().initialized(notification.bytes());
    }
    upstream.deliver(new PassedNotification(notification.bytes()));
  }

  /** A request of the client has its answer, or will get none from the process it went to. */
  void over(Envelope request) {
    if (request.method().equals("initialize")) {
      disarm(patience.getAndSet(null));
    }
  }

  private static void disarm(Time.@Nullable Timer timer) {
    if (timer != null) {
      timer.close();
    }
  }

  /** A request of the client has failed, or was answered with an error. */
  void failed(Envelope request) {
    if (request.method().equals("logging/setLevel")) {
      session.audience().forgetLogLevel();
    }
  }

  /** The upstream has answered a request of the client. */
  void answered(Envelope request, Envelope response) {
    if (response.kind() == Kind.ERROR) {
      failed(request);
      return;
    }
    var snapshot = session.audience().upstream().snapshot();
    switch (request.method()) {
      case "initialize" -> snapshot.opened(Era.LEGACY, response);
      case "logging/setLevel" -> {
        var level = LogLevel.of(request);
        if (level != null) {
          snapshot.logLevel(level.params());
        }
      }
      case "resources/subscribe" ->
          snapshot.subscribed(uri(request), SubscriptionFilter.subscribeParams(uri(request)));
      case "resources/unsubscribe" -> snapshot.unsubscribed(uri(request));
      case "tools/list" -> {
        listed(request, response);
        var result = response.raw(Member.RESULT);
        if (result != null && snapshot.isModern() && !session.isModern()) {
          session.audience().listed(result, isFirstPage(request));
        }
        if (result != null) {
          session.relay().toolsListed(result);
        }
        session.relay().checkGlobs();
      }
      case "prompts/list", "resources/list" -> listed(request, response);
      default -> {}
    }
  }

  /** Records only the first page: a change beyond it goes unnoticed. */
  private void listed(Envelope request, Envelope response) {
    var result = response.raw(Member.RESULT);
    if (result != null && isFirstPage(request)) {
      session.audience().upstream().snapshot().listed(request.method(), result);
    }
  }

  private static boolean isFirstPage(Envelope request) {
    var params = request.params();
    return params == null || Slices.find(request.bytes(), params, "cursor") == null;
  }

  private static String uri(Envelope request) {
    var uri = request.text(Member.PARAMS_URI);
    return uri == null ? "" : uri;
  }

  private static byte[] params(Envelope request) {
    var params = request.params();
    return params == null ? NO_PARAMS : params.of(request.bytes());
  }

  /** A notification of the client for the upstream, unchanged. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record PassedNotification(byte[] message) implements Delivery {
    @Override
    public void to(UpstreamConnection link) {
      link.tell(message);
    }

    /** It has no answer, so it does not start a server that is down. */
    @Override
    public boolean wakes() {
      return false;
    }

    @Override
    public void unavailable(String why) {
      // A notification has no answer.
    }
  }
}
