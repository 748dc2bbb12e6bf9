package dev.belay.gateway.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.turn.AbortReason;
import dev.belay.core.turn.Turn;
import dev.belay.core.turn.TurnRegistry;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.ForwardingConversation;
import dev.belay.mcp.session.Host;
import dev.belay.mcp.session.ReplyTo;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("S1-70, S1-103: a call that is aborted before it begins is taken back from its server")
@Timeout(60)
final class TakenBackTest {
  private static final String BODY =
      "{\"agentId\":\"a\",\"sessionId\":\"s\",\"toolUses\":[{\"id\":\"a\",\"name\":\"t\"}]}";

  /** A host whose server is not there yet: calls stay unanswered. */
  private static final class Starting implements Host {
    final LinkedBlockingQueue<String> asked = new LinkedBlockingQueue<>();
    final Queue<String> left = new ConcurrentLinkedQueue<>();
    volatile Runnable whileAsked = () -> {};
    private final Host host = TurnDoor.noTools();

    @Override
    public Conversation open(ClientLink client) {
      return new Watched(this, host.open(client));
    }
  }

  private record Watched(Starting by, Conversation conversation) implements ForwardingConversation {
    @Override
    public void onRequest(Envelope request, ReplyTo reply) {
      if (!request.method().equals("tools/call")) {
        conversation.onRequest(request, reply);
        return;
      }
      by.whileAsked.run();
      by.asked.add(request.requireId().toString());
    }

    @Override
    public void onLeft(RequestId request) {
      by.left.add(request.toString());
    }
  }

  private final Starting host = new Starting();
  private final TurnDoor door = new TurnDoor(host);

  private static Turn only(TurnRegistry registry) {
    return registry.find(registry.active().getFirst().turnId()).orElseThrow();
  }

  private static void assertAborted(FutureTask<?> posting)
      throws ExecutionException, InterruptedException {
    assertThat(String.valueOf(posting.get()))
        .contains("\"complete\"")
        .contains("[CANCELLED] Tool call aborted by user.");
  }

  @Test
  @DisplayName("once, while it is looked for")
  void whileItIsLookedFor() throws ExecutionException, InterruptedException {
    var posting = new FutureTask<>(() -> door.post("ann", BODY));
    var _ = Thread.ofVirtual().start(posting);
    var id = host.asked.take();
    assertThat(only(door.registry).abortTool("a")).isTrue();
    assertAborted(posting);
    assertThat(host.left).containsExactly(id);
  }

  @Test
  @DisplayName("once, also if it is aborted just as it is asked for")
  void asItIsAskedFor() throws ExecutionException, InterruptedException {
    host.whileAsked = () -> assertThat(only(door.registry).abortTool("a")).isTrue();
    var posting = new FutureTask<>(() -> door.post("ann", BODY));
    posting.run();
    assertAborted(posting);
    assertThat(host.left).containsExactly(host.asked.take());
  }

  @Test
  @DisplayName("S1-44: and once, if its turn is")
  void withItsTurn() throws ExecutionException, InterruptedException {
    var posting = new FutureTask<>(() -> door.post("ann", BODY));
    var _ = Thread.ofVirtual().start(posting);
    var id = host.asked.take();
    assertThat(only(door.registry).abort(AbortReason.USER)).isTrue();
    assertThat(String.valueOf(posting.get())).contains("[CANCELLED] Turn aborted by user.");
    assertThat(host.left).containsExactly(id);
  }
}
