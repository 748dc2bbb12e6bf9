package dev.belay.tools.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Payload;
import dev.belay.core.cancel.Cause;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.input.PendingInput;
import dev.belay.mcp.input.PendingInputs;
import dev.belay.mcp.progress.KeepAlive;
import dev.belay.mcp.server.Exchange;
import dev.belay.tools.declare.Hints;
import dev.belay.tools.declare.NativeTool;
import dev.belay.tools.declare.ToolOptions;
import dev.belay.tools.run.RunnerOptions;
import dev.belay.tools.run.StandardContract;
import dev.belay.tools.run.ToolRun;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("Calls that wait for their modern clients are so many, and wait for so long")
final class ParkedCallsTest {
  private static final Duration LIFETIME = Duration.ofMinutes(10);

  private final HandTime time = new HandTime();

  /** An action that runs once, after a call is parked and before its client hears of that. */
  private final AtomicReference<Runnable> onPark = new AtomicReference<>(() -> {});

  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private final GovernorOptions options = GovernorOptions.of(new HandTime());
  @AutoClose private final Governor governor = new Governor(options);

  /** The number of bodies that must arrive before they go on together. */
  private volatile CountDownLatch here = new CountDownLatch(0);

  private volatile CountDownLatch together = new CountDownLatch(0);

  /** Asks for permission to continue, and records the answer. */
  private final NativeTool asking =
      Handmade.tool(
          "t",
          new Hints(null, false, false, false, false),
          ToolOptions.NONE,
          call -> {
            here.countDown();
            together.await();
            try {
              var answer = call.elicit("Sure?", JsonMapper.shared().createObjectNode());
              heard.add(answer.getClass().getSimpleName());
            } catch (InterruptedException e) {
              heard.add("stopped");
              throw e;
            }
            return "went on";
          });

  private HostedTools hosted(int most) {
    return hosted(most, HostedCalls.PLAIN);
  }

  private HostedTools hosted(int most, HostedCalls calls) {
    return new HostedTools(
        List.of(asking),
        HostedAs.of("t", "1"),
        HostOptions.DEFAULT.withQuestionTimeout(LIFETIME).withKeepAlive(KeepAlive.OFF),
        calls,
        RunnerOptions.of(governor, new ParkedTime(), new StandardContract(), options.random()),
        most);
  }

  /** Signals the start of the time in which a client may return. */
  private final class ParkedTime implements Time {
    @Override
    public Timer after(Duration delay, Runnable action) {
      if (delay.equals(LIFETIME)) {
        onPark.getAndSet(() -> {}).run();
      }
      return time.after(delay, action);
    }

    @Override
    public long nanos() {
      return time.nanos();
    }

    @Override
    public Instant wall() {
      return time.wall();
    }

    @Override
    public void sleep(Duration delay) throws InterruptedException {
      time.sleep(delay);
    }

    @Override
    public boolean await(CompletionStage<?> stage, Duration limit) throws InterruptedException {
      return time.await(stage, limit);
    }
  }

  private TestClient client() {
    return new TestClient(hosted(PendingInputs.MOST));
  }

  private static String answer(String state) {
    return ",\"inputResponses\":{\"q1\":{\"action\":\"decline\"}},\"requestState\":\""
        + state
        + "\"";
  }

  private static String state(TestClient.Reply reply) throws InterruptedException {
    return reply.result().path("requestState").asString();
  }

  @Test
  @DisplayName("one whose client comes back in time goes on, and leaves no timer")
  void comesBack() throws InterruptedException {
    var client = client();
    var state = state(client.callModern("1", "t", "{}", ""));
    time.advance(LIFETIME.minusSeconds(1));

    assertThat(client.callModern("2", "t", "{}", answer(state)).text()).isEqualTo("went on");
    assertThat(heard.take()).isEqualTo("Declined");
    assertThat(time.armedTimers()).isZero();
  }

  @Test
  @DisplayName("one whose client does not come back is stopped, and its state is of no use")
  void tooLate() throws InterruptedException {
    var client = client();
    var state = state(client.callModern("1", "t", "{}", ""));
    time.advance(LIFETIME);

    assertThat(heard.take()).isEqualTo("stopped");
    assertThat(client.callModern("2", "t", "{}", answer(state)).answer())
        .contains("-32602", "is over");
  }

  @Test
  @DisplayName(
      "one whose client leaves just as it is asked is stopped at once, and leaves no timer")
  void leavesAsItIsAsked() throws InterruptedException {
    var client = client();
    var ended = new CountDownLatch(1);
    onPark.set(() -> {
      // Called after the server's listener, which was added first.
      governor.directory().calls().forEach(call -> call.onEnd(_ -> ended.countDown()));
      client.conversation.onLeft(RequestId.of(1));
    });
    assertThat(client.callModern("1", "t", "{}", "").answer()).isEqualTo(TestClient.Reply.NOTHING);

    assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo("stopped");
    ended.await();
    assertThat(time.armedTimers()).isZero();
  }

  @Test
  @DisplayName("where as many wait as may, no other client is asked, and its tool is told why")
  void full() throws InterruptedException {
    var client = new TestClient(hosted(4));
    state(client.callModern("1", "t", "{}", ""));
    var second = state(client.callModern("2", "t", "{}", ""));
    assertThat(client.callModern("3", "t", "{}", "").text())
        .isEqualTo("Too many calls wait for answers of their clients. Try again later.");

    assertThat(client.callModern("4", "t", "{}", answer(second)).text()).isEqualTo("went on");
    assertThat(state(client.callModern("5", "t", "{}", ""))).isNotEmpty();
  }

  @Test
  @DisplayName("one that ends while it waits leaves no timer, and its place to another")
  void endsWhileItWaits() throws InterruptedException {
    var client = new TestClient(hosted(1));
    var state = state(client.callModern("1", "t", "{}", ""));
    var call = List.copyOf(governor.directory().calls()).getFirst();
    var told = new CountDownLatch(1);
    call.cancel(Cause.USER, "");
    // Called after the server's listener, which was added first.
    var _ = call.attach(_ -> told.countDown());
    told.await();

    assertThat(heard.take()).isEqualTo("stopped");
    assertThat(time.armedTimers()).isZero();
    assertThat(state(client.callModern("2", "t", "{}", ""))).isNotEmpty();
    assertThat(client.callModern("3", "t", "{}", answer(state)).answer())
        .contains("-32602", "is over");
  }

  @Test
  @DisplayName("of calls that ask at the same time no more wait than may")
  void atOnce() throws InterruptedException {
    here = new CountDownLatch(50);
    together = new CountDownLatch(1);
    var client = new TestClient(hosted(1));
    var replies = new ArrayList<TestClient.Reply>();
    for (int i = 0; i < 50; i++) {
      replies.add(client.callModern(String.valueOf(i), "t", "{}", ""));
    }
    here.await();
    together.countDown();
    var waiting = 0;
    for (var reply : replies) {
      if (reply.answer().contains("input_required")) {
        waiting++;
      }
    }
    assertThat(waiting).isOne();
  }

  /** Hands a call off as it has begun, and has its tool ask before its client is heard of. */
  private final class HandingOff implements HostedCalls {
    @Override
    public boolean takesTask(Exchange exchange) {
      return true;
    }

    @Override
    public void began(Exchange exchange, ToolRun run, PendingInput<?> input) {
      var told = "{\"resultType\":\"task\"}".getBytes(StandardCharsets.US_ASCII);
      assertThat(run.call().handOff(new Payload("result", told))).isTrue();
      together.countDown();
      while (input.questions().isEmpty() && !input.isParked()) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  @DisplayName("one that was handed off before it asked has its client told of that, not asked")
  void handedOffFirst() throws InterruptedException {
    together = new CountDownLatch(1);
    var client = new TestClient(hosted(PendingInputs.MOST, new HandingOff()));
    assertThat(client.callModern("1", "t", "{}", "").result().path("resultType").asString())
        .isEqualTo("task");
  }
}
