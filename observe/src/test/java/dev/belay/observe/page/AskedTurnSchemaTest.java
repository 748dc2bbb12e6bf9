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
import org.junit.jupiter.params.provider.CsvSource;

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

  private void assertAlike(boolean isTaken, String json) throws InterruptedException {
    assertThat(isTaken(json)).as(json).isEqualTo(isTaken);
    assertThat(Judge.faults("turn-request", json).isEmpty()).as(json).isEqualTo(isTaken);
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
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          true  | member | "depth":0
          true  | member | "depth":999999999999
          true  | member | "depth":null
          true  | member | "timeoutMs":60000
          true  | member | "timeoutMs":null
          true  | member | "disconnectGraceMs":0
          true  | member | "disconnectGraceMs":300000
          true  | member | "disconnectGraceMs":null
          true  | member | "parentTurnId":null
          true  | member | "parentTurnId":"main:s1:7-1"
          true  | member | "workspace":"/tmp"
          true  | member | "allowedRoots":[]
          true  | member | "allowedRoots":null
          true  | member | "allowedRoots":["/tmp","a b"]
          false | member | "tools":[]
          false | member | "AgentId":"a"
          false | member | "depth":-1
          false | member | "depth":1.5
          false | member | "depth":"1"
          false | member | "depth":1000000000000
          false | member | "timeoutMs":-1
          false | member | "timeoutMs":"60"
          false | member | "timeoutMs":true
          false | member | "disconnectGraceMs":300001
          false | member | "disconnectGraceMs":-1
          false | member | "disconnectGraceMs":0.5
          false | member | "disconnectGraceMs":"1"
          false | member | "parentTurnId":7
          false | member | "parentTurnId":"a\\nb"
          false | member | "workspace":[]
          false | member | "workspace":"a\\u0000b"
          false | member | "allowedRoots":"/tmp"
          false | member | "allowedRoots":[7]
          false | member | "allowedRoots":[null]
          false | member | "allowedRoots":["\\u0000"]
          true  | call   | {"id":"a","name":"echo","input":{}}
          true  | call   | {"id":"a","name":"echo","input":{"_timeout":1,"x":[1]}}
          true  | call   | {"id":"a","name":"echo","_meta":{"timeout":1000}}
          true  | call   | {"id":"a","name":"echo","_meta":7}
          true  | call   | {"type":"tool_use","id":" ","name":"echo"}
          false | call   | 7
          false | call   | null
          false | call   | {"id":"a"}
          false | call   | {"name":"echo"}
          false | call   | {"id":"","name":"echo"}
          false | call   | {"id":"a","name":""}
          false | call   | {"id":7,"name":"echo"}
          false | call   | {"id":"a\\u0085","name":"echo"}
          false | call   | {"id":"a\\n","name":"echo"}
          false | call   | {"id":"a","name":"echo","input":[1]}
          false | call   | {"id":"a","name":"echo","input":null}
          false | body   | []
          false | body   | {}
          false | body   | {"sessionId":"s","toolUses":[{"id":"a","name":"echo"}]}
          false | body   | {"agentId":" ","sessionId":"s","toolUses":[{"id":"a","name":"echo"}]}
          false | body   | {"agentId":null,"sessionId":"s","toolUses":[{"id":"a","name":"echo"}]}
          false | body   | {"agentId":"a","sessionId":"s"}
          false | body   | {"agentId":"a","sessionId":"s","toolUses":null}
          false | body   | {"agentId":"a","sessionId":"s","toolUses":{}}
          """)
  @DisplayName("Members of a turn, its call, and whole bodies: taken or not")
  void alike(boolean isTaken, String what, String text) throws InterruptedException {
    assertAlike(
        isTaken, what.equals("member") ? with(text) : what.equals("call") ? of(text) : text);
  }

  @Test
  @DisplayName("From 1 to 1,000 calls, with names of up to 500 characters")
  void sizes() throws InterruptedException {
    assertAlike(false, of());
    assertAlike(true, of(many(1_000)));
    assertAlike(false, of(many(1_001)));
    assertAlike(true, of(USE.replace("echo", "x".repeat(500))));
    assertAlike(false, of(USE.replace("echo", "x".repeat(501))));
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
