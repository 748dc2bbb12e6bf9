package dev.belay.gateway.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.CallId;
import dev.belay.core.call.Failure;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Payload;
import dev.belay.core.time.HandTime;
import dev.belay.gateway.call.Handoff.Asked;
import dev.belay.mcp.session.ClientLink;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Which call repeats which job")
final class JoinsTest {
  private static final Outcome DONE = new Outcome.Completed(Payload.EMPTY);

  private final HandTime time = new HandTime();
  private final Joins joins = new Joins(time);
  private final Random random = new Random(7);
  private final AtomicInteger read = new AtomicInteger();

  private record Link(String principal, String id, String door) implements ClientLink {
    @Override
    public boolean tell(byte[] message) {
      return false;
    }
  }

  private Asked asked(String tool, String arguments) {
    return asked("local", null, tool, arguments);
  }

  private Asked asked(String principal, @Nullable String client, String tool, String arguments) {
    var params = "{\"name\":\"t\",\"_meta\":{},\"arguments\":" + arguments + "}";
    return new Asked(
        principal,
        () -> client,
        () -> "",
        "server",
        tool,
        () -> false,
        () -> {
          read.incrementAndGet();
          return params.getBytes(StandardCharsets.UTF_8);
        },
        () -> 1);
  }

  private CallId begun(Asked asked) {
    var id = new CallId("local", random.nextLong(), random.nextLong());
    joins.begun(id, asked);
    return id;
  }

  @Test
  @DisplayName("The same arguments in another spelling are the same; other arguments are not")
  void arguments() {
    var job = begun(asked("t", "{\"a\":1,\"b\":[\"x\"]}"));
    assertThat(joins.find(asked("t", "{ \"b\" : [\"\\u0078\"], \"a\" : 1 }")))
        .isEqualTo(new Joins.Known(job, false));
    assertThat(joins.find(asked("t", "{\"a\":2,\"b\":[\"x\"]}"))).isNull();
    assertThat(joins.find(asked("other", "{\"a\":1,\"b\":[\"x\"]}"))).isNull();
    assertThat(joins.find(asked("other", null, "t", "{\"a\":1,\"b\":[\"x\"]}"))).isNull();
    assertThat(joins.find(asked("local", "session", "t", "{\"a\":1,\"b\":[\"x\"]}"))).isNull();
  }

  @Test
  @DisplayName("Where no job of the tool is known, arguments are not read")
  void unread() {
    begun(asked("t", "{}"));
    read.set(0);
    assertThat(joins.find(asked("u", "{}"))).isNull();
    assertThat(read).hasValue(0);
  }

  @Test
  @DisplayName("A call that goes on with questions, and one with very long arguments, repeats none")
  void notCompared() {
    var params = "{\"name\":\"t\",\"arguments\":{},\"requestState\":\"s\"}";
    var state =
        new Asked(
            "local",
            () -> null,
            () -> "",
            "server",
            "t",
            () -> false,
            () -> params.getBytes(StandardCharsets.UTF_8),
            () -> 1);
    begun(asked("t", "{}"));
    assertThat(joins.find(state)).isNull();
    var text = "{\"text\":\"" + "x".repeat(Joins.LONGEST) + "\"}";
    begun(asked("t", text));
    assertThat(joins.find(asked("t", text))).isNull();
  }

  @Test
  @DisplayName("A job is known for two minutes after its end, unless its result was fetched")
  void forAWhile() {
    var first = begun(asked("t", "{}"));
    time.advance(Duration.ofHours(1));
    joins.ended(first, DONE);
    time.advance(Duration.ofSeconds(119));
    assertThat(joins.find(asked("t", "{}"))).isEqualTo(new Joins.Known(first, false));
    time.advance(Duration.ofSeconds(2));
    assertThat(joins.find(asked("t", "{}"))).isNull();

    var second = begun(asked("t", "{}"));
    joins.ended(second, DONE);
    joins.forget(second);
    assertThat(joins.find(asked("t", "{}"))).isNull();
  }

  @Test
  @DisplayName("A later job of the same call takes the place of an earlier one, and keeps it")
  void replaced() {
    var first = begun(asked("t", "{}"));
    var second = begun(asked("t", "{}"));
    joins.ended(first, DONE);
    time.advance(Duration.ofMinutes(3));
    joins.forget(first);
    assertThat(joins.find(asked("t", "{}"))).isEqualTo(new Joins.Known(second, false));
  }

  @Test
  @DisplayName("One that failed is known as such; one that was refused is forgotten")
  void failed() {
    var failed = begun(asked("t", "{\"a\":1}"));
    joins.ended(failed, new Outcome.Failed(new Failure(Failure.Kind.UPSTREAM_CRASHED, "it broke")));
    assertThat(joins.find(asked("t", "{\"a\":1}"))).isEqualTo(new Joins.Known(failed, true));
    var refused = begun(asked("t", "{\"a\":2}"));
    joins.ended(refused, new Outcome.Refused("policy", "no"));
    assertThat(joins.find(asked("t", "{\"a\":2}"))).isNull();
  }

  @Test
  @DisplayName("Of the jobs that have ended so many are known, the open ones all")
  void bounded() {
    var open = begun(asked("t", "{\"open\":true}"));
    for (int i = 0; i <= Joins.MOST_ENDED; i++) {
      joins.ended(begun(asked("t", "{\"i\":" + i + "}")), DONE);
    }
    assertThat(joins.find(asked("t", "{\"i\":0}"))).isNull();
    assertThat(joins.find(asked("t", "{\"i\":1}"))).isNotNull();
    assertThat(joins.find(asked("t", "{\"open\":true}"))).isEqualTo(new Joins.Known(open, false));
  }

  @Test
  @DisplayName("Over HTTP, clients without a token are told apart by session, else by name")
  void clients() {
    assertThat(Asked.client(new Link("local", "1", "stdio"), "1", "agent")).isNull();
    assertThat(Asked.client(new Link("ann", "1", "/mcp"), "1", "agent")).isNull();
    assertThat(Asked.client(new Link("local", "1", "/mcp"), "1", "agent")).isEqualTo("1");
    assertThat(Asked.client(new Link("local", "1", "/mcp"), null, "agent")).isEqualTo("agent");
    assertThat(Asked.client(new Link("local", "1", "/mcp"), null, "")).isNull();
  }
}
