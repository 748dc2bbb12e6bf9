package dev.belay.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.process.spawn.CannotStart;
import dev.belay.process.tree.Grace;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A server in this program is an upstream like any other")
final class HostTransportTest {
  private final Puppets host = new Puppets();
  private final Heard heard = new Heard();

  private UpstreamConnection link() throws CannotStart {
    var server = new DullServers(new HandTime()).server().within(host);
    var link = new UpstreamConnection(server, new AtomicLong(1), Restart.NONE, (_, _) -> {});
    link.open();
    return link;
  }

  private long ask(UpstreamConnection link, String method) {
    long id = link.nextId();
    link.ask(id, Messages.request(RequestId.of(id), method, null), heard);
    return id;
  }

  @Test
  @DisplayName("An answer from within the request is delivered on a separate thread")
  void anAnswerGivenAtOnceComesOnAThreadOfItsOwn() throws CannotStart {
    host.open();
    var link = link();
    long id = ask(link, "initialize");
    assertThat(heard.by.join()).isNotEqualTo(Thread.currentThread());
    assertThat(heard.all).containsExactly("answered " + id);
    var client = Puppets.of(link).client;
    assertThat(client.principal() + " " + client.id()).isEqualTo("local belay-dull");
    assertThat(link.openRequests()).isZero();
  }

  @Test
  @DisplayName("A later answer is delivered on the thread that sends it")
  void anAnswerGivenLaterComesOnTheThreadThatGivesIt() throws CannotStart {
    var link = link();
    long id = ask(link, "tools/call");
    assertThat(link.openRequests()).isEqualTo(1);
    Puppets.of(link).answer(id);
    assertThat(heard.by.join()).isEqualTo(Thread.currentThread());
  }

  @Test
  @DisplayName("The server gets a cancellation, and a later answer is dropped")
  void theServerGetsACancellationAndALaterAnswerIsDropped() throws CannotStart {
    var link = link();
    var afterwards = new Heard();
    long id = ask(link, "tools/call");
    assertThat(link.cancel(id, afterwards, "enough")).isTrue();
    Puppets.of(link).answer(id);
    assertThat(Puppets.of(link).cancelled)
        .singleElement()
        .asString()
        .contains("notifications/cancelled");
    afterwards.by.join();
    assertThat(afterwards.all).containsExactly("answered " + id);
    assertThat(heard.all).isEmpty();
  }

  @Test
  @DisplayName("Stopping it ends the conversation, and nothing of it is left")
  void stoppingItEndsTheConversation() throws CannotStart, InterruptedException {
    var link = link();
    assertThat(link.stop(Grace.none())).isTrue();
    assertThat(host.all).singleElement().matches(puppet -> puppet.closed);
    assertThat(link.gone()).isDone();
  }
}
