package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Outcome;
import dev.belay.gateway.call.Tracing;
import dev.belay.mcp.session.TraceContext;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("SEP-414: a client's trace goes on in the server, through the span of the call")
final class TracedTest extends Closing {
  private static final String FROM = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  private static final String ON = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01";

  private static final String OTHER = "00-1af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  private final Queue<String> spans = new ConcurrentLinkedQueue<>();

  /** Notes each span, and goes on under a name of its own. */
  private final class Noting implements Tracing {
    @Override
    public Span begin(CallInfo call, String requestId, @Nullable TraceContext from) {
      spans.add(call.tool() + " " + requestId + " from " + from);
      return new Span() {
        @Override
        public TraceContext context() {
          return new TraceContext(ON, null);
        }

        @Override
        public void end(Outcome outcome, boolean isToolError) {
          spans.add(call.tool() + " " + outcome.word() + outcome.detail() + " " + isToolError);
        }
      };
    }
  }

  private static String params(String meta) {
    return "{\"name\":\"echo\",\"arguments\":{\"text\":\"hi\"},\"_meta\":" + meta + "}";
  }

  @Test
  void theServerIsToldOfTheCallsOwnSpan() throws InterruptedException {
    var rope = opened(StdioHarness.over().traced(new Noting()).initialized());
    rope.client()
        .request(
            "7",
            "tools/call",
            params("{\"traceparent\":\"" + FROM + "\",\"tracestate\":\"a=1\",\"x\":1.50}"));
    rope.client().awaitResponse("7");
    var meta = rope.got("tools/call").getFirst().at("params", "_meta");
    assertThat(meta.at("traceparent").text()).isEqualTo(ON);
    assertThat(meta.at("tracestate").present()).isFalse();
    assertThat(meta.at("x").raw()).isEqualTo("1.50");
    assertThat(spans)
        .containsExactly(
            "echo 7 from TraceContext[parent=" + FROM + ", state=a=1]", "echo completed false");

    rope.client().request("8", "tools/call", params("{}"));
    rope.client().awaitResponse("8");
    assertThat(rope.got("tools/call").getLast().at("params", "_meta", "traceparent").text())
        .isEqualTo(ON);
    assertThat(spans).as("begins a trace").contains("echo 8 from null");
  }

  @Test
  @DisplayName("Where nothing is traced, what the client says of its trace passes as it came")
  void offChangesNothing() throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    rope.client().request("7", "tools/call", params("{ \"traceparent\" : \"" + FROM + "\" }"));
    rope.client().awaitResponse("7");
    var meta = rope.got("tools/call").getFirst().at("params", "_meta");
    assertThat(meta.raw()).contains("\"traceparent\" : \"" + FROM + "\"");
  }

  @Test
  @DisplayName("A modern client's trace comes by its headers too; what its message says counts")
  void aModernClientsHeadersCount() throws InterruptedException {
    var server = new Puppet(false, "");
    var crowd = opened(MultiClientHarness.within(StdioHarness.over().traced(new Noting()), server));
    crowd.modern().by("stdio", new TraceContext(FROM, "a=1")).call("1", "t", "{}");
    crowd.await("the first call", () -> server.calls().size() == 1);
    crowd
        .modern()
        .withMeta("\"traceparent\":\"" + OTHER + "\"")
        .by("stdio", new TraceContext(FROM, "a=1"))
        .call("2", "t", "{}");
    crowd.await("the second call", () -> server.calls().size() == 2);
    for (var call : server.calls()) {
      var meta = call.message().at("params", "_meta");
      assertThat(meta.at("traceparent").text()).as("that of the call's own span").isEqualTo(ON);
      assertThat(meta.at("tracestate").present()).isFalse();
      call.text("done");
    }
    assertThat(spans)
        .contains(
            "t 1 from TraceContext[parent=" + FROM + ", state=a=1]",
            "t 2 from TraceContext[parent=" + OTHER + ", state=null]");
  }
}
