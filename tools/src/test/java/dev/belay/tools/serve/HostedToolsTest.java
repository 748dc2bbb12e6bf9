package dev.belay.tools.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallState;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Limits;
import dev.belay.core.cancel.Cause;
import dev.belay.core.cancel.StoppedException;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.mcp.input.PendingInput;
import dev.belay.mcp.progress.KeepAlive;
import dev.belay.mcp.server.Exchange;
import dev.belay.tools.declare.Hints;
import dev.belay.tools.declare.NativeTool;
import dev.belay.tools.declare.ToolBody;
import dev.belay.tools.declare.ToolDeclaration;
import dev.belay.tools.declare.ToolOptions;
import dev.belay.tools.result.ErrorMode;
import dev.belay.tools.run.RunnerOptions;
import dev.belay.tools.run.StandardContract;
import dev.belay.tools.run.ToolLimits;
import dev.belay.tools.run.ToolRequest;
import dev.belay.tools.run.ToolRun;
import dev.belay.tools.serve.HostedTools.LanesByCaller;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("Hosted tools run on the governor of their program, on terms that may change")
final class HostedToolsTest {
  private final GovernorOptions options = GovernorOptions.of(new HandTime());
  private final Governor governor = new Governor(options);
  private final BlockingQueue<String> began = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private final CountDownLatch mayEnd = new CountDownLatch(1);

  @AfterEach
  void end() {
    mayEnd.countDown();
    governor.close();
  }

  /** Attributes calls to a server, and records their ends. */
  private final class OfServer implements HostedCalls {
    @Override
    public ToolRequest asked(ToolDeclaration tool, ToolRequest request) {
      return request.ofServer("here");
    }

    @Override
    public void began(Exchange exchange, ToolRun run, PendingInput<?> input) {
      run.onEnd(end -> heard.add(exchange.id() + " " + end.outcome().detail()));
    }
  }

  private HostedTools host(NativeTool... tools) {
    return new HostedTools(
        List.of(tools),
        HostedAs.of("test", "1"),
        HostOptions.DEFAULT,
        new OfServer(),
        RunnerOptions.of(governor, options.time(), new StandardContract(), options.random()));
  }

  private static NativeTool tool(String name, boolean destructive, ToolBody body) {
    var hints = new Hints(null, false, destructive, false, false);
    return Handmade.tool(name, hints, ToolOptions.NONE, body);
  }

  private NativeTool waiting(boolean destructive) {
    return tool(
        "wait",
        destructive,
        call -> {
          began.add(call.tool());
          mayEnd.await();
          return "over";
        });
  }

  private Call running() {
    var all = List.copyOf(governor.directory().calls());
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  @Test
  @DisplayName("a call is the governor's: listed once, with its server and session, and cancelled")
  void governed() throws InterruptedException {
    var reply = TestClient.legacy(host(waiting(false))).call("1", "wait", "{}");
    began.take();
    var call = running();
    assertThat(call.info().upstream()).isEqualTo("here");
    assertThat(call.info().caller().sessionId()).isEqualTo("client");
    assertThat(call.request().grace()).isEqualTo(Duration.ofSeconds(2));
    assertThat(governor.directory().cancel(call.id(), Cause.USER, "")).isTrue();
    assertThat(reply.text()).isEqualTo("[CANCELLED] Call cancelled by user.");
    assertThat(heard.take()).isEqualTo("1 user");
  }

  @Test
  @DisplayName("a tool that may destroy something waits for those of its client that run")
  void lanes() throws InterruptedException {
    var client = TestClient.legacy(host(waiting(true)));
    var first = client.call("1", "wait", "{}");
    began.take();
    var second = client.call("2", "wait", "{}");
    Patience.await(() -> !waiting().isEmpty(), () -> "the second call does not wait");
    assertThat(waiting()).containsExactly(new CallState.Waiting("lane"));
    assertThat(began).isEmpty();
    mayEnd.countDown();
    assertThat(first.text()).isEqualTo("over");
    began.take();
    assertThat(second.text()).isEqualTo("over");
  }

  private List<CallState> waiting() {
    return governor.directory().calls().stream()
        .map(Call::state)
        .filter(CallState.Waiting.class::isInstance)
        .toList();
  }

  @Test
  @DisplayName("who leaves has not taken a call back, and its end says so")
  void leftOrTakenBack() throws InterruptedException {
    var host = host(waiting(false));
    var staying = TestClient.legacy(host);
    staying.call("1", "wait", "{}");
    began.take();
    staying.cancel("1");
    assertThat(heard.take()).isEqualTo("1 client");
    var leaving = TestClient.legacy(host);
    leaving.call("2", "wait", "{}");
    began.take();
    leaving.conversation.close();
    assertThat(heard.take()).isEqualTo("2 client gone");
  }

  @Test
  @DisplayName("terms that are replaced hold from the next call on, and calls that run keep theirs")
  void replaced() throws InterruptedException {
    var host =
        host(
            waiting(false),
            tool(
                "fail",
                false,
                _ -> {
                  throw new IllegalStateException("no");
                }));
    var client = TestClient.legacy(host);
    var first = client.call("1", "wait", "{}");
    began.take();
    host.replace(
        HostOptions.DEFAULT
            .withErrors(ErrorMode.JSONRPC)
            .withLimits(ToolLimits.global(Limits.ofSeconds(60, 30))));
    assertThat(running().limits()).isEqualTo(Limits.DEFAULT);
    assertThat(client.call("2", "fail", "{}").answer()).contains("\"error\":", "-32603", "no");
    assertThat(client.call("3", "fail", "{}").limits.take()).hasSeconds(60);
    mayEnd.countDown();
    assertThat(first.text()).isEqualTo("over");
  }

  @Test
  @DisplayName("a configuration may let run beside each other what its author would not")
  void configured() throws InterruptedException {
    var host = host(waiting(true));
    host.replace(
        new HostOptions(
            HostOptions.DEFAULT.limits(),
            tool ->
                new ToolDeclaration(
                    tool.name(),
                    tool.description(),
                    tool.category(),
                    new Hints(null, false, false, false, false),
                    tool.terms(),
                    tool.arguments(),
                    tool.inputSchema(),
                    tool.outputSchema()),
            ErrorMode.RESULT,
            false,
            Duration.ofSeconds(2),
            Duration.ofSeconds(1),
            KeepAlive.OFF));
    var client = TestClient.legacy(host);
    var one = client.call("1", "wait", "{}");
    var two = client.call("2", "wait", "{}");
    assertThat(began.take()).isEqualTo(began.take());
    // Lists show the author's declaration.
    assertThat(client.request("3", "tools/list", "{}").answer())
        .contains("\"destructiveHint\":true");
    mayEnd.countDown();
    assertThat(one.text()).isEqualTo(two.text());
  }

  @Test
  @DisplayName("C32: whoever decides by names is told the tool's own")
  void names() {
    var host = host(waiting(false), tool("general.wait", false, _ -> ""));
    assertThat(host.toolNamed("wait")).isEqualTo("wait");
    assertThat(host.toolNamed("general.wait")).isEqualTo("general.wait");
    assertThat(host.toolNamed("general.general.wait")).isEqualTo("general.wait");
    assertThat(host.toolNamed("other")).isEqualTo("other");
  }

  @Test
  @DisplayName("S0-35: a transport is told how long a call may run, once it runs")
  void runs() throws InterruptedException {
    var host = host(waiting(true));
    var client = TestClient.legacy(host);
    var first = client.call("1", "wait", "{}");
    assertThat(first.limits.take()).hasSeconds(1800);
    var second = client.call("2", "wait", "{}");
    assertThat(second.limits).as("it waits for the first").isEmpty();
    mayEnd.countDown();
    assertThat(second.limits.take()).hasSeconds(1800);
    assertThat(first.text()).isEqualTo(second.text());
  }

  @Test
  @DisplayName("closing waits for no answers any more: the governor has ended the calls")
  void closed() throws InterruptedException {
    var schema = JsonMapper.shared().createObjectNode();
    var host =
        host(
            tool(
                "ask",
                false,
                call -> {
                  try {
                    return String.valueOf(call.elicit("Which?", schema.put("type", "object")));
                  } catch (InterruptedException | StoppedException e) {
                    heard.add("stopped");
                    throw e;
                  }
                }));
    var asked = new TestClient(host).callModern("1", "ask", "{}", "").answer();
    assertThat(asked).contains("input_required");
    governor.close();
    host.close();
    assertThat(List.of(heard.take(), heard.take())).contains("stopped", "1 shutdown");
    var state = JsonMapper.shared().readTree(asked).at("/result/requestState").asString();
    assertThat(
            new TestClient(host)
                .callModern("2", "ask", "{}", ",\"requestState\":\"" + state + "\"")
                .answer())
        .contains("Call again without it.");
  }

  @Test
  @DisplayName("C19: a call that cannot begin holds its client's lanes no longer")
  void cannotBegin() throws InterruptedException {
    var host = host(waiting(true));
    host.replace(
        HostOptions.DEFAULT.withLimits(_ -> {
          throw new IllegalStateException("no limits");
        }));
    var lanes = Objects.requireNonNull(host.lanes());
    var before = lanes.enter(Caller.LOCAL);
    assertThat(new TestClient(host).callModern("1", "wait", "{}", "").answer())
        .contains("no limits");
    lanes.leave(Caller.LOCAL);
    // Unused lanes are dropped.
    assertThat(lanes.enter(Caller.LOCAL)).isNotSameAs(before);
  }

  @Test
  @DisplayName("C19: lanes are those of a turn, else of a session, else of a principal")
  void whoseLanes() {
    var lanes = new LanesByCaller();
    var ann = Caller.of("ann", "s1");
    var own = lanes.enter(ann);
    assertThat(lanes.enter(ann)).isSameAs(own);
    assertThat(lanes.enter(Caller.of("ann", "s2"))).isNotSameAs(own);
    assertThat(lanes.enter(ann.inTurn("t1")))
        .isNotSameAs(own)
        .isSameAs(lanes.enter(Caller.of("ann", "s2").inTurn("t1")))
        .isNotSameAs(lanes.enter(ann.inTurn("t2")));
    assertThat(lanes.enter(Caller.of("bob", null)))
        .isNotSameAs(lanes.enter(Caller.of("ann", null)));
  }
}
