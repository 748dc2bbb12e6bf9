package dev.belay.mcp.envelope;

import static dev.belay.mcp.envelope.Lines.parse;
import static dev.belay.mcp.envelope.Lines.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Seeds;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Params and results are forwarded byte for byte")
final class ByteExactTest {
  private static final RequestId ID = RequestId.of("belay-1");
  private static final RequestId TOKEN = RequestId.of(4711);

  @Test
  void slicesAreTheVeryBytesThatCame() {
    Seeds.forEach(
        5_000,
        seed -> {
          var json = new RandomJson(seed);
          String params = json.object(5);
          String result = json.value(5);

          Envelope request = parse(message(json, "\"method\":\"m\"", "params", params));
          Envelope response = parse(message(json, "\"x\":" + json.value(2), "result", result));

          assertThat(Objects.requireNonNull(request.params()).of(request.bytes()))
              .isEqualTo(utf8(params));
          assertThat(Objects.requireNonNull(response.result()).of(response.bytes()))
              .isEqualTo(utf8(result));
          assertThat(Splice.of(request).bytes()).isEqualTo(request.bytes());
        });
  }

  @Test
  void aSpliceChangesItsSpansAndNothingElse() {
    Seeds.forEach(
        10_000,
        seed -> {
          var json = new RandomJson(seed);
          var random = new Random(seed);
          String meta = member(random, json, "\"_meta\":" + meta(random, json));
          String params = "{" + member(random, json, "") + meta + "\"last\":" + json.value(3) + "}";
          Envelope before = parse(message(json, "\"method\":\"tools/call\"", "params", params));

          byte[] after =
              Splice.of(before)
                  .id(ID)
                  .set(Member.META_PROGRESS_TOKEN, TOKEN)
                  .remove(Member.META_TIMEOUT)
                  .remove(Member.META_TIMEOUT_UNDERSCORE)
                  .bytes();

          assertThat(Referee.treeOf(after)).isEqualTo(expected(before.bytes()));
          Envelope again = parse(after);
          assertThat(again.raw(Member.PARAMS_ARGUMENTS))
              .isEqualTo(before.raw(Member.PARAMS_ARGUMENTS));
          assertThat(again.id(Member.META_PROGRESS_TOKEN)).isEqualTo(TOKEN);
        });
  }

  /** Returns the message after the change, as read by a second parser. */
  private static Object expected(byte[] before) {
    Object tree = Referee.treeOf(before);
    Referee.object(tree).put("id", "belay-1");
    Map<String, Object> params = Referee.object(tree, "params");
    Map<String, Object> meta =
        params.get("_meta") instanceof Map<?, ?>
            ? Referee.object(tree, "params", "_meta")
            : new java.util.LinkedHashMap<>();
    meta.remove("timeout");
    meta.remove("_timeout");
    meta.put("progressToken", new Referee.Literal("4711"));
    params.put("_meta", meta);
    return tree;
  }

  private static String meta(Random random, RandomJson json) {
    var members = new StringBuilder("{").append(json.space());
    String[] keys = {"a", "timeout", "b", "_timeout", "progressToken", "c"};
    boolean first = true;
    for (String key : keys) {
      if (random.nextBoolean()) {
        members.append(first ? "" : "," + json.space()).append('"').append(key).append('"');
        members.append(json.space()).append(':').append(json.space()).append(json.value(2));
        members.append(json.space());
        first = false;
      }
    }
    return random.nextInt(6) == 0 ? "null" : members.append('}').toString();
  }

  private static String member(Random random, RandomJson json, String member) {
    if (random.nextInt(4) == 0) {
      return "";
    }
    return (member.isEmpty() ? "\"arguments\":" + json.value(4) : member) + json.space() + ",";
  }

  private static byte[] message(RandomJson json, String middle, String key, String value) {
    var head = json.space() + "{\"jsonrpc\":\"2.0\"" + json.space() + ",\"id\":1," + middle;
    var member = ",\"" + key + "\":" + json.space() + value + json.space();
    return utf8(head + member + "}" + json.space());
  }
}
