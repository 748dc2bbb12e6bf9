package dev.belay.gateway.upstream;

import dev.belay.core.call.StopStep;
import dev.belay.core.cancel.Cause;
import dev.belay.core.cancel.Stop;
import dev.belay.core.time.Patience;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.SessionFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/** Servers in this program that say what the test has them say, and when. */
final class Puppets implements SessionFactory {
  static final Stop STOP = new Stop.Cancelled(Cause.USER, "");
  private static final byte[] EMPTY = "{}".getBytes(StandardCharsets.UTF_8);

  final List<Puppet> all = new CopyOnWriteArrayList<>();
  private final CompletableFuture<Boolean> opening = new CompletableFuture<>();

  @Override
  public Conversation open(ClientLink client) {
    var puppet = new Puppet(client, opening);
    all.add(puppet);
    return puppet;
  }

  /** Has each answer its opening, now or when it comes. */
  void open() {
    opening.complete(true);
  }

  /** {@return the one at the other end of a link} */
  static Puppet of(UpstreamConnection link) {
    return (Puppet) ((HostTransport) link.transport()).conversation();
  }

  /** Begins to stop a call. */
  static CompletableFuture<StopStep> stopping(UpstreamCall call) {
    var stopped = new CompletableFuture<StopStep>();
    var _ =
        Thread.ofVirtual()
            .start(() -> {
              try {
                stopped.complete(call.stop(STOP));
              } catch (InterruptedException e) {
                stopped.completeExceptionally(e);
              }
            });
    return stopped;
  }

  /** Begins to wait for a process for a call of the principal. */
  static CompletableFuture<Lease> leasing(Upstream upstream, String principal) {
    var call = new CompletableFuture<Lease>();
    var _ =
        Thread.ofVirtual()
            .start(() -> {
              try {
                call.complete(upstream.lease(principal));
              } catch (InterruptedException | Unavailable e) {
                call.completeExceptionally(e);
              }
            });
    return call;
  }

  /** Waits for what other threads are about to do. */
  static void until(BooleanSupplier wanted) throws InterruptedException {
    Patience.await(wanted::getAsBoolean, () -> "what other threads were about to do");
  }

  /** One process, as it were. */
  static final class Puppet implements Conversation {
    final ClientLink client;
    private final CompletableFuture<Boolean> opening;
    private final Map<String, ReplyTo> calls = new ConcurrentHashMap<>();
    private final Map<String, ReplyTo> pings = new ConcurrentHashMap<>();
    final List<String> cancelled = new CopyOnWriteArrayList<>();
    volatile boolean closed;

    Puppet(ClientLink client, CompletableFuture<Boolean> opening) {
      this.client = client;
      this.opening = opening;
    }

    @Override
    public void onRequest(Envelope request, ReplyTo reply) {
      var id = request.requireId().toString();
      if (request.method().equals("initialize")) {
        var _ = opening.thenRun(() -> reply.send(Messages.response(request.requireId(), EMPTY)));
        return;
      }
      (request.method().equals("ping") ? pings : calls).put(id, reply);
    }

    boolean has(long call) {
      return calls.containsKey(Long.toString(call));
    }

    boolean isAsked() {
      return !pings.isEmpty();
    }

    /** Shows life where it has been asked for it. */
    void answerPings() {
      for (var id : List.copyOf(pings.keySet())) {
        answer(pings, id);
      }
    }

    /** Answers a call, also one that was stopped. */
    void answer(long call) {
      answer(calls, Long.toString(call));
    }

    private static void answer(Map<String, ReplyTo> open, String id) {
      var reply = open.remove(id);
      if (reply != null) {
        reply.send(Messages.response(RequestId.of(Long.parseLong(id)), EMPTY));
      }
    }

    /** Reports progress of a call, also of one that was stopped. */
    void progress(long call) {
      var params = "{\"progressToken\":" + call + ",\"progress\":1}";
      var _ =
          client.tell(
              Messages.notification(
                  "notifications/progress", params.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void onNotification(Envelope notification) {
      cancelled.add(notification.toString());
    }

    @Override
    public void onAnswer(Envelope response) {}

    @Override
    public void onLeft(RequestId request) {}

    @Override
    public void close() {
      closed = true;
    }
  }
}
