package dev.belay.observe.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Payload;
import dev.belay.core.time.HandTime;
import dev.belay.gateway.listing.ServerTools;
import dev.belay.tools.run.ToolRunner;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Calls of one tool are told apart by one line of their arguments")
class ShortArgumentsTest {
  private static final String LIST =
      """
      {"tools":[{"name":"read","inputSchema":{"type":"object","properties":\
      {"pin":{"type":"string","x-secret":true}}}}]}\
      """;

  private final Governor governor = new Governor(GovernorOptions.of(new HandTime()));
  private final ServerTools tools = new ServerTools(() -> {});
  private final ShortArguments shorts = new ShortArguments(_ -> tools.now());

  ShortArgumentsTest() {
    tools.listed(LIST.getBytes(UTF_8));
  }

  @AfterEach
  void end() {
    governor.close();
  }

  private @Nullable String of(CallRequest request) {
    var call = governor.start(request, _ -> Payload.EMPTY);
    return shorts.of(call);
  }

  private static CallRequest asked(String tool, String params) {
    var message = "{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"x\"" + params + "}}";
    return CallRequest.of(tool, new Payload("mcp", message.getBytes(UTF_8))).withUpstream("files");
  }

  private String line(String arguments) {
    var line = of(asked("read", ",\"arguments\":" + arguments));
    assertThat(line).isNotNull().hasSizeLessThanOrEqualTo(120);
    return String.valueOf(line);
  }

  @Test
  @DisplayName("Names and values stand in the order of the call, values as JSON spells them")
  void plain() {
    assertThat(line("{\"path\":\"a.txt\",\"n\":1e2,\"deep\":{ \"a\" : [1, null]},\"on\":true}"))
        .isEqualTo("path=\"a.txt\", n=1e2, deep={\"a\":[1,null]}, on=true");
    assertThat(line("{}")).isEmpty();
    assertThat(line("[1,\"a\"]")).isEqualTo("[1,\"a\"]");
    assertThat(of(asked("read", ""))).isEmpty();
  }

  @Test
  @DisplayName("A tool of this program has its arguments alone, and none of its marks are unknown")
  void ownTool() {
    var payload = new Payload(ToolRunner.DIALECT, "{\"a\":\"b\"}".getBytes(UTF_8));
    assertThat(of(CallRequest.of("own", payload))).isEqualTo("a=\"b\"");
  }

  @Test
  @DisplayName("Secrets are removed: by name, by form, and by the mark of the tool, at any depth")
  void secrets() {
    var key = "ghp_" + "abcdefghijklmnopqrst1234";
    assertThat(
            line(
                "{\"password\":\"hunter2\",\"pin\":\"1234\",\"in\":{\"pin\":7},\"say\":\"it is "
                    + key
                    + "\"}"))
        .isEqualTo(
            "password=[redacted], pin=[redacted], in={\"pin\":\"[redacted]\"},"
                + " say=\"it is [redacted]\"");
    assertThat(line("{\"" + key + "\":1}")).isEqualTo("\"[redacted]\"=1");
  }

  @Test
  @DisplayName("Nothing is said of a tool whose secrets are unknown, however long its arguments")
  void unknownTool() {
    assertThat(of(asked("unlisted", ",\"arguments\":{\"a\":1}"))).isNull();
    assertThat(of(asked("unlisted", ",\"arguments\":\"" + "x".repeat(1 << 17) + "\""))).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {30, 200, 5_000})
  @DisplayName("A secret is whole when it is looked for: none begins where a value is cut")
  void secretAtTheCut(int length) {
    var token = "eyJ" + "hbGciOiJIUzI1NiJ9" + "a".repeat(length) + ".e30.c2ln";
    for (int before = 0; before < 120; before++) {
      assertThat(line("{\"a\":\"" + "-".repeat(before) + token + "\",\"b\":1}"))
          .doesNotContain("eyJ");
    }
    assertThat(line("{\"a\":\"" + "-".repeat(8 << 10) + token + "\"}")).startsWith("a=(");
  }

  @Test
  @DisplayName("Long values are cut, and what follows them is still seen")
  void cut() {
    assertThat(line("{\"a\":\"" + "x".repeat(100) + "\",\"b\":\"" + "y".repeat(100) + "\"}"))
        .isEqualTo("a=\"" + "x".repeat(57) + "…\", b=\"" + "y".repeat(51) + "…\"")
        .hasSize(120);
    assertThat(line("{\"a\":\"" + "x".repeat(116) + "\"}"))
        .isEqualTo("a=\"" + "x".repeat(116) + "\"");
    assertThat(line("{\"a\":\"" + "x".repeat(117) + "\"}"))
        .isEqualTo("a=\"" + "x".repeat(115) + "…\"");
    assertThat(line("{\"list\":[" + "1,".repeat(100) + "1]}")).endsWith(",1,1…").hasSize(120);
  }

  @Test
  @DisplayName("Where no more names have a place, an ellipsis says that there are more")
  void manyNames() {
    var members = new ArrayList<String>();
    for (int i = 10; i < 99; i++) {
      members.add("\"name" + i + "\":" + i);
    }
    assertThat(line("{" + String.join(",", members) + "}"))
        .startsWith("name10=10, name11=11, ")
        .endsWith(", …");
  }

  @Test
  @DisplayName("Characters that have no shape are named, whole, and no name reads like a value")
  void visible() {
    assertThat(line("{\"path\":\"pay\u202etxt.exe\\n\u200b\\u0007\\\"\"}"))
        .isEqualTo("path=\"pay\u27e6U+202E\u27e7txt.exe\\n\u27e6U+200B\u27e7\\u0007\\\"\"");
    assertThat(line("{\"a=\\\"1\\\", b\":2,\"\":3,\"\u202e\":4}"))
        .isEqualTo("\"a=\\\"1\\\", b\"=2, \"\"=3, \"\u27e6U+202E\u27e7\"=4");
    var cut = line("{\"a\":\"" + "\u202e".repeat(100) + "\"}");
    assertThat(cut.replace("\u27e6U+202E\u27e7", "")).isEqualTo("a=\"…\"");
    assertThat(line("{\"a\":\"" + "🙂".repeat(100) + "\"}"))
        .isEqualTo("a=\"" + "🙂".repeat(57) + "…\"");
  }

  @Test
  @DisplayName("Of long arguments the size is told, whatever they are")
  void huge() {
    for (var value :
        List.of("\"" + "x".repeat(1 << 17) + "\"", "[" + "1,".repeat(1 << 16) + "1]")) {
      assertThat(line("{\"a\":1,\"b\":" + value + "}")).isEqualTo("(128 KiB)");
    }
    assertThat(line("{\"path\":\"a\",\"text\":\"" + "x".repeat(20 << 10) + "\"}"))
        .isEqualTo("path=\"a\", text=(20 KiB)");
    assertThat(line("{\"" + "n".repeat(20 << 10) + "\":1}")).isEqualTo("\"(20 KiB)\"=1");
  }
}
