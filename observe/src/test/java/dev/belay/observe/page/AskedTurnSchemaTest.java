package dev.belay.observe.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.observe.schema.Judge;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("What is refused as a turn is refused by the published schema, and nothing else is")
final class AskedTurnSchemaTest {
  private static final String USE = "{\"id\":\"a\",\"name\":\"echo\"}";

  private final Looked looked = new Looked(new HandTime());

  @AfterEach
  void end() {
    looked.close();
  }

  /** Its parent, and so its tools, are unknown: an accepted turn may still fail. */
  private boolean isTaken(String json) throws InterruptedException {
    var answered = looked.post("/api/turns", json);
    assertThat(answered.status).as(json).isIn(200, 400, 409);
    return answered.status != 400;
  }

  private void assertTaken(String json) throws InterruptedException {
    assertThat(isTaken(json)).as(json).isTrue();
    assertThat(Judge.faults("turn-request", json)).as(json).isEmpty();
  }

  private void assertRefused(String json) throws InterruptedException {
    assertThat(isTaken(json)).as(json).isFalse();
    assertThat(Judge.faults("turn-request", json)).as(json).isNotEmpty();
  }

  /** Returns a valid turn with these members added. */
  private static String with(String members) {
    return "{\"agentId\":\"main\",\"sessionId\":\"s1\",%s,\"toolUses\":[%s]}"
        .formatted(members, USE);
  }

  private static String of(String... uses) {
    return "{\"agentId\":\"main\",\"sessionId\":\"s1\",\"toolUses\":[%s]}"
        .formatted(String.join(",", uses));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"depth\":0",
        "\"depth\":999999999999",
        "\"depth\":null",
        "\"timeoutMs\":60000",
        "\"timeoutMs\":null",
        "\"disconnectGraceMs\":0",
        "\"disconnectGraceMs\":300000",
        "\"disconnectGraceMs\":null",
        "\"parentTurnId\":null",
        "\"parentTurnId\":\"main:s1:7-1\"",
        "\"workspace\":\"/tmp\"",
        "\"allowedRoots\":[]",
        "\"allowedRoots\":null",
        "\"allowedRoots\":[\"/tmp\",\"a b\"]"
      })
  void taken(String members) throws InterruptedException {
    assertTaken(with(members));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"tools\":[]",
        "\"AgentId\":\"a\"",
        "\"depth\":-1",
        "\"depth\":1.5",
        "\"depth\":\"1\"",
        "\"depth\":1000000000000",
        "\"timeoutMs\":-1",
        "\"timeoutMs\":\"60\"",
        "\"timeoutMs\":true",
        "\"disconnectGraceMs\":300001",
        "\"disconnectGraceMs\":-1",
        "\"disconnectGraceMs\":0.5",
        "\"disconnectGraceMs\":\"1\"",
        "\"parentTurnId\":7",
        "\"parentTurnId\":\"a\\nb\"",
        "\"workspace\":[]",
        "\"workspace\":\"a\\u0000b\"",
        "\"allowedRoots\":\"/tmp\"",
        "\"allowedRoots\":[7]",
        "\"allowedRoots\":[null]",
        "\"allowedRoots\":[\"\\u0000\"]"
      })
  void refused(String members) throws InterruptedException {
    assertRefused(with(members));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\":\"a\",\"name\":\"echo\",\"input\":{}}",
        "{\"id\":\"a\",\"name\":\"echo\",\"input\":{\"_timeout\":1,\"x\":[1]}}",
        "{\"id\":\"a\",\"name\":\"echo\",\"_meta\":{\"timeout\":1000}}",
        "{\"id\":\"a\",\"name\":\"echo\",\"_meta\":7}",
        "{\"type\":\"tool_use\",\"id\":\" \",\"name\":\"echo\"}"
      })
  void takenCalls(String use) throws InterruptedException {
    assertTaken(of(use));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7",
        "null",
        "{\"id\":\"a\"}",
        "{\"name\":\"echo\"}",
        "{\"id\":\"\",\"name\":\"echo\"}",
        "{\"id\":\"a\",\"name\":\"\"}",
        "{\"id\":7,\"name\":\"echo\"}",
        "{\"id\":\"a\\u0085\",\"name\":\"echo\"}",
        "{\"id\":\"a\\n\",\"name\":\"echo\"}",
        "{\"id\":\"a\",\"name\":\"echo\",\"input\":[1]}",
        "{\"id\":\"a\",\"name\":\"echo\",\"input\":null}"
      })
  void refusedCalls(String use) throws InterruptedException {
    assertRefused(of(use));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{}",
        "{\"sessionId\":\"s\",\"toolUses\":[{\"id\":\"a\",\"name\":\"echo\"}]}",
        "{\"agentId\":\" \",\"sessionId\":\"s\",\"toolUses\":[{\"id\":\"a\",\"name\":\"echo\"}]}",
        "{\"agentId\":null,\"sessionId\":\"s\",\"toolUses\":[{\"id\":\"a\",\"name\":\"echo\"}]}",
        "{\"agentId\":\"a\",\"sessionId\":\"s\"}",
        "{\"agentId\":\"a\",\"sessionId\":\"s\",\"toolUses\":null}",
        "{\"agentId\":\"a\",\"sessionId\":\"s\",\"toolUses\":{}}"
      })
  void refusedBodies(String body) throws InterruptedException {
    assertRefused(body);
  }

  @Test
  @DisplayName("From 1 to 1,000 calls, with names of up to 500 characters")
  void sizes() throws InterruptedException {
    assertRefused(of());
    assertTaken(of(many(1_000)));
    assertRefused(of(many(1_001)));
    assertTaken(of(USE.replace("echo", "x".repeat(500))));
    assertRefused(of(USE.replace("echo", "x".repeat(501))));
  }

  private static String[] many(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> USE.replace("\"a\"", "\"c" + i + "\""))
        .collect(Collectors.toList())
        .toArray(String[]::new);
  }

  @Test
  @DisplayName("What a schema cannot say is refused all the same, and the schema's words say so")
  void unsaid() throws InterruptedException {
    var twice = of(USE, USE);
    var wide = of(USE.replace("echo", "\uD83D\uDE00".repeat(300)));
    var spelled = with("\"depth\":1.0");
    for (var json : new String[] {twice, wide, spelled}) {
      assertThat(isTaken(json)).as(json).isFalse();
      assertThat(Judge.faults("turn-request", json)).as(json).isEmpty();
    }
  }
}
