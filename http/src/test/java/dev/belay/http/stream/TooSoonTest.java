package dev.belay.http.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.session.TooSoon;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A call that came too soon: 429 and Retry-After where no answer has begun")
final class TooSoonTest {
  private final Rig rig = new Rig();

  private static TooSoon soon(String message) {
    return new TooSoon(
        Envelope.parseOwn(message.getBytes(UTF_8)), "too often", Duration.ofMillis(1_200));
  }

  private FakeHost.Talk held() {
    return rig.host.last();
  }

  @Test
  void aModernCallIsAnErrorOfItsOwnCode() {
    rig.host.holds = true;
    var response = rig.modern("1", "t");
    held().reply("1").tooSoon(soon(Rig.modernCall("1", "t")));
    Rig.refused(response, "429 1 429 too often");
    assertThat(response.header("Retry-After")).isEqualTo("2");
    assertThat(held().closed).isTrue();
    assertThat(rig.inFlightAtAnswer).isZero();
  }

  @Test
  void aLegacyCallIsAnErrorOfItsEra() {
    var session = rig.open();
    rig.host.holds = true;
    var response = rig.inSession(session, Rig.call("1"));
    held().reply("1").tooSoon(soon(Rig.call("1")));
    Rig.refused(response, "429 1 -32000 too often");
    assertThat(response.header("Retry-After")).isEqualTo("2");
    assertThat(rig.inFlightAtAnswer).as("the next request may follow at once").isZero();
    rig.host.holds = false;
    assertThat(rig.inSession(session, Rig.call("2")).status).isEqualTo(200);
    assertThat(rig.inFlightAtAnswer).isZero();
  }

  @Test
  @DisplayName("Once a stream has begun its status is 200, and the refusal is a tool's result")
  void onAStreamItIsAResult() {
    var session = rig.open();
    rig.host.holds = true;
    var legacy = rig.inSession(session, Rig.call("1"));
    var reply = held().reply("1");
    assertThat(reply.tell(FakeHost.notification("n", null))).isTrue();
    reply.tooSoon(soon(Rig.call("1")));
    assertThat(legacy.status).isEqualTo(200);
    assertThat(legacy.events.getLast().data()).contains("\"isError\":true", "too often");

    var modern = rig.modern("1", "t");
    reply = held().reply("1");
    assertThat(reply.tell(FakeHost.notification("n", null))).isTrue();
    reply.tooSoon(soon(Rig.modernCall("1", "t")));
    assertThat(modern.events.getLast().data())
        .contains("\"resultType\":\"complete\"", "\"isError\":true", "too often");
    assertThat(rig.http.inFlight()).isZero();
  }

  @Test
  @DisplayName("C26: a list is 429 too, and an error of the protocol where a stream has begun")
  void aListIsAnErrorOfTheProtocol() {
    var list = "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"tools/list\"}";
    var session = rig.open();
    rig.host.holds = true;
    var held = "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"echo\"}";
    var refused = rig.inSession(session, held.formatted("1"));
    held().reply("1").tooSoon(soon(list.formatted("1")));
    assertThat(refused.status).isEqualTo(429);
    assertThat(refused.header("Retry-After")).isEqualTo("2");
    var begun = rig.inSession(session, held.formatted("2"));
    var reply = held().reply("2");
    assertThat(reply.tell(FakeHost.notification("n", null))).isTrue();
    reply.tooSoon(soon(list.formatted("2")));
    assertThat(begun.events.getLast().data())
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32000,"
                + "\"message\":\"too often\"}}");
  }

  @Test
  void onePartOfABatchDoesNotRefuseTheOthers() {
    rig.host.revision = "2025-03-26";
    var session = rig.open();
    rig.host.holds = true;
    var response = rig.inSession(session, "[" + Rig.call("1") + "," + Rig.call("2") + "]");
    held().reply("1").tooSoon(soon(Rig.call("1")));
    held().reply("2").send("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}".getBytes(UTF_8));
    assertThat(response.status).isEqualTo(200);
    assertThat(response.body).startsWith("[{").contains("too often", "\"id\":2,\"result\":{}");
  }
}
