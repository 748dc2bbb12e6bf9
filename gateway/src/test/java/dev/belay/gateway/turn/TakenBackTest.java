package dev.belay.gateway.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Governor;
import dev.belay.core.call.Payload;
import dev.belay.core.time.HandTime;
import dev.belay.core.turn.AbortReason;
import dev.belay.core.turn.Turn;
import dev.belay.core.turn.TurnRegistry;
import dev.belay.gateway.ByHand;
import dev.belay.gateway.call.CallPolicy;
import dev.belay.gateway.call.ToolCall;
import dev.belay.gateway.call.ToolCalls;
import dev.belay.gateway.call.ToolLists;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("S1-70, S1-103: a call that is aborted before it begins never reaches a server")
final class TakenBackTest {
  /** Tools whose server is not known yet. */
  private static final class Looking implements ToolCalls {
    final LinkedBlockingQueue<ToolCall> asked = new LinkedBlockingQueue<>();
    volatile Runnable whileAsked = () -> {};

    @Override
    public @Nullable CallPolicy policy(String tool) {
      return null;
    }

    @Override
    public void start(ToolCall call) {
      whileAsked.run();
      asked.add(call);
    }
  }

  private final Governor governor = ByHand.governor(new HandTime());
  private final Looking servers = new Looking();
  private final TurnDoor door = new TurnDoor(servers, ToolLists.NONE);

  @AfterEach
  void end() {
    governor.close();
  }

  private static Turn only(TurnRegistry registry) {
    return registry.find(registry.active().getFirst().turnId()).orElseThrow();
  }

  private static void assertAborted(FutureTask<?> posting)
      throws ExecutionException, InterruptedException {
    assertThat(String.valueOf(posting.get()))
        .contains("\"complete\"")
        .contains("[CANCELLED] Tool call aborted by user.");
  }

  /** Its server is found after all. */
  private void assertNeverMade(ToolCall late) throws InterruptedException {
    var made = new AtomicInteger();
    var asked = CallRequest.of(late.tool(), new Payload("none", new byte[0]));
    Call call =
        governor.start(
            late.terms().on(asked),
            _ -> {
              made.incrementAndGet();
              return new Payload("none", new byte[0]);
            },
            _ -> {});
    late.onStart().accept(call);
    var _ = call.join();
    assertThat(made).hasValue(0);
  }

  @Test
  @DisplayName("also if it is aborted just as it is started")
  void aCallAbortedAsItIsStartedIsNeverMade() throws ExecutionException, InterruptedException {
    servers.whileAsked = () -> assertThat(only(door.registry).abortTool("a")).isTrue();
    var posting = new FutureTask<>(() -> door.post("ann", TurnDoor.body("")));
    posting.run();
    assertAborted(posting);
    assertNeverMade(servers.asked.take());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("S1-44: during its lookup, alone or with its turn")
  void aCallAbortedDuringItsLookupIsNeverMade(boolean isAlone)
      throws ExecutionException, InterruptedException {
    var posting = new FutureTask<>(() -> door.post("ann", TurnDoor.body("")));
    var _ = Thread.ofVirtual().start(posting);
    var late = servers.asked.take();
    if (isAlone) {
      assertThat(only(door.registry).abortTool("a")).isTrue();
      assertAborted(posting);
    } else {
      assertThat(only(door.registry).abort(AbortReason.USER)).isTrue();
      assertThat(String.valueOf(posting.get())).contains("[CANCELLED] Turn aborted by user.");
    }
    assertNeverMade(late);
  }
}
