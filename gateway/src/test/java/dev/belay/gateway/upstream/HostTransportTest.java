package dev.belay.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.process.spawn.CannotStart;
import dev.belay.process.tree.Grace;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("A server in this program is an upstream like any other")
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class HostTransportTest {
  private final DullServers dull = new DullServers(new HandTime());
  private final Scripted host = new Scripted();

  private UpstreamConnection link() throws CannotStart {
    var link =
        new UpstreamConnection(
            dull.server().within(host::open), new AtomicLong(1), Restart.NONE, (_, _) -> {});
    link.open();
    return link;
  }

  /** Answers what it is asked at once, unless it keeps quiet. */
  private static final class Scripted implements Conversation {
    final List<String> heard = new CopyOnWriteArrayList<>();
    volatile boolean quiet;
    volatile @Nullable ReplyTo last;

    Conversation open(ClientLink client) {
      heard.add(client.principal() + " " + client.id());
      return this;
    }

    @Override
    public void onRequest(Envelope request, ReplyTo reply) {
      heard.add(request.method());
      last = reply;
      if (!quiet) {
        reply.send(response(request.requireId()));
      }
    }

    @Override
    public void onNotification(Envelope notification) {
      heard.add(notification.method());
    }

    @Override
    public void onAnswer(Envelope response) {
      heard.add("answer " + response.id());
    }

    @Override
    public void onLeft(RequestId request) {
      heard.add("left " + request);
    }

    @Override
    public void close() {
      heard.add("closed");
    }

    ReplyTo last() {
      var reply = last;
      if (reply == null) {
        throw new IllegalStateException("nothing was asked");
      }
      return reply;
    }
  }

  private static byte[] response(RequestId id) {
    return Messages.response(id, "{}".getBytes(StandardCharsets.UTF_8));
  }

  private static final class Waiting implements UpstreamExchange {
    final CompletableFuture<String> end = new CompletableFuture<>();
    final CompletableFuture<Thread> by = new CompletableFuture<>();

    @Override
    public void answered(Envelope response) {
      by.complete(Thread.currentThread());
      end.complete("answered " + response.id());
    }

    @Override
    public void lost(Loss loss) {
      end.complete("lost " + loss.kind());
    }
  }

  @Test
  @DisplayName("An answer from within the request is delivered on a separate thread")
  void anAnswerGivenAtOnceComesOnAThreadOfItsOwn() throws CannotStart {
    var link = link();
    var waiting = new Waiting();
    long id = link.nextId();
    link.ask(id, Messages.request(RequestId.of(id), "ping", null), waiting);
    assertThat(waiting.end.join()).isEqualTo("answered " + id);
    assertThat(waiting.by.join()).isNotEqualTo(Thread.currentThread());
    assertThat(host.heard).containsExactly("local belay-dull", "ping");
    assertThat(link.openRequests()).isZero();
  }

  @Test
  @DisplayName("A later answer is delivered on the thread that sends it")
  void anAnswerGivenLaterComesOnTheThreadThatGivesIt() throws CannotStart {
    host.quiet = true;
    var link = link();
    var waiting = new Waiting();
    long id = link.nextId();
    link.ask(id, Messages.request(RequestId.of(id), "tools/call", null), waiting);
    assertThat(link.openRequests()).isEqualTo(1);
    host.last().send(response(RequestId.of(id)));
    assertThat(waiting.by.join()).isEqualTo(Thread.currentThread());
  }

  @Test
  @DisplayName("The server gets a cancellation, and a later answer is dropped")
  void theServerGetsACancellationAndALaterAnswerIsDropped() throws CannotStart {
    host.quiet = true;
    var link = link();
    var waiting = new Waiting();
    var afterwards = new Waiting();
    long id = link.nextId();
    link.ask(id, Messages.request(RequestId.of(id), "tools/call", null), waiting);
    assertThat(link.cancel(id, afterwards, "enough")).isTrue();
    host.last().send(response(RequestId.of(id)));
    assertThat(host.heard).endsWith("tools/call", "notifications/cancelled");
    assertThat(afterwards.end.join()).isEqualTo("answered " + id);
    assertThat(waiting.end).isNotDone();
  }

  @Test
  @DisplayName("Stopping it ends the conversation, and nothing of it is left")
  void stoppingItEndsTheConversation() throws CannotStart, InterruptedException {
    var link = link();
    assertThat(link.stop(Grace.none())).isTrue();
    assertThat(host.heard).endsWith("closed");
    assertThat(link.gone()).isDone();
  }
}
