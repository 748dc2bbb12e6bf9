package dev.belay.gateway.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Ledger;
import dev.belay.core.call.Outcome;
import dev.belay.core.journal.Journal;
import dev.belay.gateway.call.Tracing;
import dev.belay.gateway.listing.ServerTools;
import dev.belay.gateway.relay.Neighbours;
import dev.belay.gateway.relay.Pace;
import dev.belay.mcp.session.TraceContext;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.schema.JsonSchema;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName(
    "Calls of tools of this program are seen as those of servers are: once, with their trace")
final class HostedSeenTest {
  private static final String FROM = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  private final Workshop workshop = new Workshop();

  private static Tools vault() {
    var schema =
        "{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\"},"
            + "\"token\":{\"type\":\"string\",\"x-secret\":true}}}";
    return Tools.builder()
        .add(
            Tools.define("unlock")
                .inputSchema(JsonSchema.of(schema.getBytes(UTF_8)))
                .handle(_ -> "open"))
        .build();
  }

  @Test
  @DisplayName(
      "A ledger has each call once, and the list has what the tool's own schema marks secret")
  void audited() throws InterruptedException {
    var kept = new ConcurrentLinkedQueue<Call>();
    var ledger =
        new Ledger() {
          @Override
          public void settled(Call call, Outcome outcome) {
            kept.add(call);
          }
        };
    var tools = new ServerTools(() -> {});
    var fleet =
        new Fleet()
            .tools("own", vault())
            .ledger(ledger)
            .around(new Neighbours(Pace.NONE, Tracing.NONE, tools));
    var client = fleet.modern("ann");
    client.tools();
    var arguments = "{\"path\":\"a\",\"token\":\"t0p\"}";
    var params = "{\"name\":\"unlock\",\"arguments\":" + arguments + "}";
    assertThat(client.ask("2", "tools/call", params).text()).isEqualTo("open");
    fleet.governor().close();
    assertThat(kept).hasSize(1);
    var call = kept.element();
    assertThat(call.info().upstream()).isEqualTo("own");
    assertThat(call.info().tool()).isEqualTo("unlock");
    assertThat(call.info().caller().principal()).isEqualTo("ann");
    assertThat(call.join()).isInstanceOf(Outcome.Completed.class);
    assertThat(new String(call.request().arguments().bytes(), UTF_8)).isEqualTo(arguments);
    assertThat(Objects.requireNonNull(tools.now().of("unlock")).secrets()).containsExactly("token");
  }

  private final Queue<String> spans = new ConcurrentLinkedQueue<>();

  /** Notes each span. */
  private final class Noting implements Tracing {
    @Override
    public Span begin(CallInfo call, String requestId, @Nullable TraceContext from) {
      spans.add(call.tool() + " " + requestId + " " + (from == null ? "alone" : from.parent()));
      return new Span() {
        @Override
        public @Nullable TraceContext context() {
          return null;
        }

        @Override
        public void end(Outcome outcome, boolean isToolError) {
          spans.add(
              call.tool() + " " + outcome.word() + " " + outcome.detail() + " " + isToolError);
        }
      };
    }
  }

  @Test
  @DisplayName("SEP-414: a call is one span, within the trace of its request or else its transport")
  void traced() {
    var fleet =
        new Fleet()
            .tools("own", workshop.tools())
            .around(new Neighbours(Pace.NONE, new Noting(), new ServerTools(() -> {})));
    var client = fleet.legacy();
    client.ask("7", "tools/call", "{\"name\":\"say\",\"arguments\":{}}").text();
    client.by("/mcp", new TraceContext("door", null));
    client.ask("8", "tools/call", "{\"name\":\"fail\",\"arguments\":{}}").text();
    client
        .ask(
            "9",
            "tools/call",
            "{\"name\":\"say\",\"arguments\":{},\"_meta\":{\"traceparent\":\"" + FROM + "\"}}")
        .text();
    assertThat(List.copyOf(spans))
        .containsExactly(
            "say 7 alone",
            "say completed  false",
            "fail 8 door",
            "fail failed TOOL false",
            "say 9 " + FROM,
            "say completed  false");
    fleet.governor().close();
  }

  @Test
  @DisplayName("A call names its client: a legacy one from its opening, a modern one per request")
  void named() {
    var fleet = new Fleet().tools("own", workshop.tools());
    var reader = fleet.governor().journal().reader();
    for (var client :
        List.of(fleet.legacy(), fleet.modern().named("code\u202e 2"), fleet.modern().named(""))) {
      client.ask("1", "tools/call", "{\"name\":\"fail\",\"arguments\":{}}").answer();
    }
    fleet.governor().close();
    var named = new LinkedHashSet<@Nullable String>();
    for (var read = reader.poll(); read != null; read = reader.poll()) {
      if (read instanceof Journal.Entry entry) {
        named.add(entry.subject().client());
      }
    }
    assertThat(named).containsExactly("guest", "code  2", null);
  }
}
