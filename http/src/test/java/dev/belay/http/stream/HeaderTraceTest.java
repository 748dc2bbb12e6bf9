package dev.belay.http.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.session.TraceContext;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("W3C Trace Context: a call is part of the trace that its HTTP request names")
final class HeaderTraceTest {
  private static final String FROM = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  private static final String OTHER = "00-1af7651916cd43dd8448eb211c80319c-c7ad6b7169203331-00";

  private final Rig rig = new Rig();

  /** {@return the {@code _meta} of a call as it reaches the host} */
  private @Nullable JsonObject meta(String body, String... headers) {
    var session = rig.open();
    rig.post(body, Rig.with(headers, "Mcp-Session-Id", session));
    return heard();
  }

  private JsonObject called(String body, String... headers) {
    return Objects.requireNonNull(meta(body, headers));
  }

  private @Nullable JsonObject heard() {
    var message = JsonObject.of(rig.host.talks.getLast().heard.getLast().getBytes(UTF_8));
    return Objects.requireNonNull(Objects.requireNonNull(message).object("params")).object("_meta");
  }

  @Test
  @DisplayName("In a session, whose requests share nothing else, the message itself carries it")
  void aLegacyCallCarriesItsTrace() {
    var meta = called(Rig.call("1"), "traceparent", FROM, "tracestate", "a=1");
    assertThat(meta.text("traceparent")).isEqualTo(FROM);
    assertThat(meta.text("tracestate")).isEqualTo("a=1");
  }

  @Test
  @DisplayName("What the message says of its trace counts, and stays as it is")
  void theMessageItselfCounts() {
    var body =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"t\","
            + "\"_meta\":{\"traceparent\":\""
            + OTHER
            + "\"}}}";
    var meta = called(body, "traceparent", FROM, "tracestate", "a=1");
    assertThat(meta.json()).asString(UTF_8).isEqualTo("{\"traceparent\":\"" + OTHER + "\"}");
  }

  @ParameterizedTest
  @DisplayName("Bad input: what is no traceparent is not there, and other requests have none")
  @ValueSource(strings = {"", "00-xyz", "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01"})
  void whatIsNoTraceIsIgnored(String parent) {
    assertThat(meta(Rig.call("1"), "traceparent", parent)).isNull();
    var list = "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\",\"params\":{}}";
    assertThat(meta(list, "traceparent", FROM)).isNull();
  }

  @Test
  @DisplayName("A modern request is a conversation of its own, which knows its trace")
  void aModernConversationKnowsItsTrace() {
    var headers = Rig.with(Rig.modernHeaders("t"), "traceparent", FROM, "tracestate", "a=1");
    rig.modernWith("1", "t", headers);
    var talk = rig.host.talks.getLast();
    assertThat(talk.client.trace()).isEqualTo(new TraceContext(FROM, "a=1"));
    assertThat(talk.heard.getLast()).doesNotContain("traceparent");
    rig.modern("2", "t");
    assertThat(rig.host.talks.getLast().client.trace()).isNull();
  }

  @Test
  @DisplayName("Over HTTP+SSE of 2024-11-05 too, which has no headers of its own")
  void overHttpAndSse() throws InterruptedException {
    var stream = new FakeResponse();
    rig.http.stream()
        .handle(rig.made("GET", "/sse", null, "", "Accept", "text/event-stream"), stream);
    var endpoint = stream.data().getFirst();
    rig.http
        .messages()
        .handle(
            rig.made(
                "POST",
                "/messages",
                endpoint.substring("/messages?".length()),
                Rig.call("1"),
                "Content-Type",
                "application/json",
                "traceparent",
                FROM),
            new FakeResponse());
    var meta = Objects.requireNonNull(heard());
    assertThat(meta.text("traceparent")).isEqualTo(FROM);
  }
}
