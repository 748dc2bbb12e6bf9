package dev.belay.gateway.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.gateway.client.Asked;
import dev.belay.gateway.client.Guest;
import dev.belay.mcp.server.McpServer;
import dev.belay.mcp.server.Speaks;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("isolation: session: principals share 1,000 servers of clients of their own")
final class FullHouseTest extends Closing {
  private static final int MOST = 1_000;
  private static final String CAPABILITIES = "{}";
  private static final String REFUSAL =
      "No server of its own is free for this client: there are at most 1000, and one principal has"
          + " at most as many as remain free. Try again later.";

  private final MultiClientHarness crowd =
      opened(
          MultiClientHarness.within(
              StdioHarness.over().with("isolation", "session"),
              McpServer.named("house", "1.0.0")
                  .speaks(Speaks.LEGACY)
                  .tool(
                      "{\"name\":\"greet\",\"inputSchema\":{\"type\":\"object\"}}".getBytes(UTF_8),
                      _ -> "{\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]}".getBytes(UTF_8))
                  .build()));

  private Guest stranger() {
    return stranger("local");
  }

  private Guest stranger(String principal) {
    return crowd.stranger(principal, CAPABILITIES);
  }

  private static Asked open(Guest guest) {
    return guest.ask(
        "0",
        "initialize",
        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
            + "\"clientInfo\":{\"name\":\"guest\",\"version\":\"1\"}}");
  }

  private static Asked say(Guest guest) {
    return guest.call("1", "greet", "{}");
  }

  /** {@return whose servers there are, besides the one that is for all} */
  private List<String> tenants() {
    return crowd.relay().audiences().audiences().stream()
        .map(PooledUpstream::tenant)
        .filter(Objects::nonNull)
        .map(IsolationKey::principal)
        .toList();
  }

  @Test
  @DisplayName("One more is refused and told why; it is served once another has left")
  void theNextIsRefusedUntilSomebodyLeaves() throws InterruptedException {
    var guests = new ArrayList<Guest>();
    for (int i = 0; i < MOST; i++) {
      var guest = stranger("user-" + i);
      open(guest);
      guests.add(guest);
    }
    assertThat(tenants()).hasSize(MOST);

    var late = stranger();
    var refused = open(late).error();
    assertThat(refused.at("code").raw()).isEqualTo("-32603");
    assertThat(refused.at("message").text()).isEqualTo(REFUSAL);
    assertThat(crowd.upstreams()).as("nothing was started for it").hasSize(MOST + 1);
    assertThat(say(guests.getFirst()).answer().at("result").present()).isTrue();
    assertThat(say(guests.getLast()).answer().at("result").present()).isTrue();

    guests.getFirst().leave();
    assertThat(open(late).result().at("protocolVersion").text()).isEqualTo("2025-11-25");
    assertThat(tenants()).hasSize(MOST);
  }

  @Test
  @DisplayName("Servers that wait for a next request make room, the longest idle first")
  void theIdleMakeRoom() throws InterruptedException {
    var session = stranger();
    open(session).result();
    for (int i = 0; i < MOST - 1; i++) {
      say(crowd.modern("user-" + i, CAPABILITIES)).result();
    }
    // It has been idle for the shortest time now.
    say(crowd.modern("user-0", CAPABILITIES)).result();
    assertThat(tenants()).hasSize(MOST).contains("user-0", "user-1", "user-2", "local");
    assertThat(crowd.upstreams()).hasSize(MOST + 1);

    say(crowd.modern("late", CAPABILITIES)).result();
    assertThat(tenants())
        .hasSize(MOST)
        .contains("late", "user-0", "user-2")
        .doesNotContain("user-1");
    open(stranger()).result();
    assertThat(tenants()).hasSize(MOST).contains("user-0", "user-3").doesNotContain("user-2");
    assertThat(say(session).answer().at("result").present()).as("a session is not idle").isTrue();

    // Nobody who was moved out is ended a second time, and all who are idle end in their time.
    crowd.time().advance(UpstreamPool.IDLE);
    assertThat(tenants()).containsExactlyInAnyOrder("local", "local");
  }

  private long servers(String principal) {
    return tenants().stream().filter(principal::equals).count();
  }

  @Test
  @DisplayName("SEC-M3: 1,000 sessions of one principal leave room for the first of another")
  void sessionsOfOneLeaveRoomForOthers() throws InterruptedException {
    var last = stranger("ada");
    open(last).result();
    for (int i = 1; i < MOST; i++) {
      last = stranger("ada");
      open(last);
    }
    open(stranger("bob")).result();
    assertThat(servers("ada")).isEqualTo(MOST / 2);
    assertThat(open(last).error().at("message").text()).isEqualTo(REFUSAL);
    say(crowd.modern("eve", CAPABILITIES)).result();
    assertThat(open(last).error().at("message").text()).as("nor eve's idle one").isEqualTo(REFUSAL);
    assertThat(tenants()).hasSize(MOST / 2 + 2).contains("bob", "eve");
  }

  @Test
  @DisplayName("SEC-M3: a client of another name with each request displaces only its own servers")
  void namesOfOneDisplaceItsOwn() throws InterruptedException {
    say(crowd.modern("bob", CAPABILITIES)).result();
    for (int i = 0; i < MOST; i++) {
      say(crowd.modern("ada", CAPABILITIES).named("client-" + i)).result();
    }
    assertThat(servers("bob")).as("longest idle, and not ada's").isEqualTo(1);
    assertThat(servers("ada")).isEqualTo(MOST / 2 - 1);

    // Beyond what is left, room comes from her who has most, though bob's is idle for longer.
    for (int i = 0; i < MOST / 2 + 10; i++) {
      say(crowd.modern("user-" + i, CAPABILITIES)).result();
    }
    assertThat(tenants()).hasSize(MOST).contains("bob", "user-0");
    assertThat(servers("ada")).isEqualTo(MOST / 2 - 11);
  }
}
