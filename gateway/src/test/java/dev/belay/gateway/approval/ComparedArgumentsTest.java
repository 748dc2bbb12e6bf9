package dev.belay.gateway.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.belay.core.approval.AllowedCall;
import dev.belay.core.approval.Approval;
import dev.belay.core.call.CallId;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Caller;
import dev.belay.gateway.approval.ComparedArguments.Change;
import dev.belay.gateway.approval.ComparedArguments.Result;
import dev.belay.gateway.listing.Canonical;
import dev.belay.gateway.listing.Pin;
import dev.belay.mcp.envelope.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What differs from the last allowed call of a tool is said, briefly")
final class ComparedArgumentsTest {
  private static final Instant AT = Instant.parse("2026-01-01T00:00:00.123Z");
  private static final CallId ID = new CallId("n", 1, 2);

  private static byte[] canonical(String json) {
    return Objects.requireNonNull(Canonical.unambiguous(json.getBytes(StandardCharsets.UTF_8)));
  }

  private static Approval asked(String json) {
    var bytes = canonical(json);
    var text = new String(bytes, StandardCharsets.UTF_8);
    var asked = new Approval.Asked("files", "rm", text, Pin.sha256(bytes), "v1", "", false);
    var call = new CallInfo(ID, "rm", "files", Caller.of("ada", "s"), AT);
    var terms = new Approval.Terms(Duration.ofSeconds(30), Duration.ofSeconds(30), 1, true);
    return new Approval(call, asked, terms, AT, AT, List.of(), new Approval.State.Open());
  }

  private static AllowedCall allowed(String json) {
    var asked = asked(json).asked();
    return new AllowedCall(ID, asked.arguments(), asked.digest(), AT, List.of("ann"));
  }

  private static ComparedArguments compared(String earlier, String now) {
    return ComparedArguments.of(asked(now), allowed(earlier));
  }

  private static List<String> pointers(String earlier, String now) {
    return compared(earlier, now).changes().stream().map(Change::pointer).toList();
  }

  @Test
  @DisplayName("members added, removed and changed, each with its pointer and its values")
  void changes() {
    var compared =
        compared(
            "{'path':'/srv/a','dry':true,'deep':{'list':[1,2,{'x':1}]},'same':{'a':[]}}"
                .replace('\'', '"'),
            "{'path':'/srv/b','mode':'0777','deep':{'list':[1,3,{'x':2},4]},'same':{'a':[]}}"
                .replace('\'', '"'));
    assertThat(compared.result()).isEqualTo(Result.DIFFERENT);
    assertThat(compared.changes())
        .extracting(Change::pointer, Change::old, Change::now)
        .containsExactly(
            tuple("/deep/list/1", "2", "3"),
            tuple("/deep/list/2/x", "1", "2"),
            tuple("/deep/list/3", null, "4"),
            tuple("/dry", "true", null),
            tuple("/mode", null, "\"0777\""),
            tuple("/path", "\"/srv/a\"", "\"/srv/b\""));
    assertThat(compared.more()).isZero();
    assertThat(compared.sentence())
        .isEqualTo(
            "differs from the call that ann allowed at 2026-01-01T00:00:00Z in /deep/list/1,"
                + " /deep/list/2/x, /deep/list/3 and 3 more");
    assertThat(pointers("{\"a\":{}}", "{\"a\":[]}")).containsExactly("/a");
    assertThat(pointers("{\"a\":null}", "{}")).containsExactly("/a");
    assertThat(pointers("{\"a\":1}", "{\"a\":1.0}")).containsExactly("/a");
  }

  @Test
  @DisplayName("or that they are equal, that there is no earlier call, or that they are too long")
  void others() {
    assertThat(compared("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}").sentence())
        .isEqualTo("equal to the call that ann allowed at 2026-01-01T00:00:00Z");
    var none = ComparedArguments.of(asked("{}"), null);
    assertThat(none.result()).isEqualTo(Result.NO_EARLIER);
    assertThat(none.sentence()).isEmpty();
    var huge = "{\"a\":\"" + "x".repeat(ComparedArguments.LONGEST) + "\"}";
    assertThat(compared("{}", huge).result()).isEqualTo(Result.TOO_LONG);
    var unkept = new AllowedCall(ID, "", "other", AT, List.of("ann"));
    assertThat(ComparedArguments.of(asked("{}"), unkept).sentence())
        .isEqualTo("other arguments than the call that ann allowed at 2026-01-01T00:00:00Z");
  }

  @Test
  @DisplayName("Names and values have every character visible, and no line of their own")
  void hostile() {
    var change =
        compared("{}", "{\"a\\n/b~\\u202e\\u001b\\u00a0\":\"x\\u202e\\n\\u009b\"}")
            .changes()
            .getFirst();
    assertThat(change.pointer()).isEqualTo("/a\\n~1b~0⟦U+202E⟧\\u001b⟦U+00A0⟧");
    assertThat(change.now()).isEqualTo("\"x⟦U+202E⟧\\n⟦U+009B⟧\"");
    var name = "\ud83d\ude00".repeat(50_000);
    var cut = pointers("{}", "{\"x" + name + "\":1}").getFirst();
    assertThat(cut).contains("…").doesNotContain("U+D").hasSizeLessThan(220);
  }

  @Test
  @DisplayName("Of a long value that part is shown in which the difference begins")
  void long1() {
    var script = "echo \ud83d\ude00 ".repeat(5_000);
    var change =
        compared("{\"c\":\"" + script + "rm -rf tmp\"}", "{\"c\":\"" + script + "rm -rf /\"}")
            .changes()
            .getFirst();
    assertThat(change.old()).startsWith("…").contains("rm -rf tmp").doesNotContain("U+D");
    assertThat(change.now()).startsWith("…").contains("rm -rf /").contains(" characters)");
    var added = compared("{}", "{\"c\":\"" + script + "\"}").changes().getFirst().now();
    assertThat(added).startsWith("\"echo").contains("… (").hasSizeLessThan(160);
  }

  @Test
  @DisplayName(
      "Of a hundred thousand items the first twenty differences are named, and the others"
          + " counted")
  void many() {
    var items = IntStream.range(0, 100_000).mapToObj(i -> "1").collect(Collectors.joining(","));
    var compared = compared("{\"a\":[" + items.replace('1', '2') + "]}", "{\"a\":[" + items + "]}");
    assertThat(compared.changes()).hasSize(ComparedArguments.MOST);
    assertThat(compared.more()).isEqualTo(100_000 - ComparedArguments.MOST);
    assertThat(compared("{\"a\":[]}", "{\"a\":[" + items + "]}").more())
        .isEqualTo(100_000 - ComparedArguments.MOST);
  }

  @Test
  @DisplayName("Values nested as deeply as may be, with much in each, are compared in time")
  void deep() {
    var inner = "\"x\":" + "\"" + "y".repeat(7_000) + "\"";
    var now = new StringBuilder();
    var earlier = new StringBuilder();
    for (int i = 0; i < 126; i++) {
      now.append("{").append(inner).append(",\"a\":");
      earlier.append("{\"a\":");
    }
    var compared = compared(earlier + "1" + "}".repeat(126), now + "2" + "}".repeat(126));
    assertThat(compared.changes()).hasSize(ComparedArguments.MOST);
    assertThat(compared.changes())
        .allSatisfy(change -> assertThat(change.pointer().length()).isLessThan(300));
    assertThat(compared.more()).isEqualTo(127 - ComparedArguments.MOST);
  }

  @Test
  @DisplayName("Any two arguments are equal, or something differs")
  void any() {
    var random = new Random(7);
    for (int i = 0; i < 2_000; i++) {
      var one = "{\"r\":" + value(random, 3) + "}";
      var other = "{\"r\":" + value(random, 3) + "}";
      var compared = compared(one, other);
      boolean isEqual = Arrays.equals(canonical(one), canonical(other));
      assertThat(compared.result()).isEqualTo(isEqual ? Result.EQUAL : Result.DIFFERENT);
      assertThat(compared.changes().isEmpty()).isEqualTo(isEqual);
    }
  }

  private static String value(Random random, int depth) {
    return switch (random.nextInt(depth == 0 ? 2 : 4)) {
      case 0 -> Integer.toString(random.nextInt(3));
      case 1 -> random.nextBoolean() ? "\"a\"" : "null";
      case 2 ->
          IntStream.range(0, random.nextInt(3))
              .mapToObj(_ -> value(random, depth - 1))
              .collect(Collectors.joining(",", "[", "]"));
      default ->
          IntStream.range(0, random.nextInt(3))
              .mapToObj(i -> "\"k" + i + "\":" + value(random, depth - 1))
              .collect(Collectors.joining(",", "{", "}"));
    };
  }

  @Test
  @DisplayName("A client's form says it where its text has room for that")
  void form() {
    var now = asked("{\"a\":2}");
    assertThat(message(now, allowed("{\"a\":1}")))
        .contains(
            "? · {\"a\":2} · differs from the call that ann allowed at 2026-01-01T00:00:00Z in /a"
                + " · ");
    assertThat(message(now, null)).isEqualTo("Belay: run files__rm? · {\"a\":2} · 30 s");
    var full = asked("{\"a\":\"" + "x".repeat(590) + "\"}");
    assertThat(message(full, allowed("{\"a\":1}"))).doesNotContain("differs");
  }

  @Test
  @DisplayName("A form that is declined before anybody can have read it was not decided")
  void declined() {
    var decline = "{\"action\":\"decline\"}".getBytes(StandardCharsets.UTF_8);
    var now = asked("{\"a\":2}");
    assertThat(ClientForm.decision(decline, now, Duration.ofMillis(999))).isNull();
    var read = Objects.requireNonNull(ClientForm.decision(decline, now, Duration.ofSeconds(1)));
    assertThat(read.isAllowed()).isFalse();
  }

  private static String message(Approval approval, @Nullable AllowedCall earlier) {
    var params = Objects.requireNonNull(JsonObject.of(ClientForm.params(approval, earlier)));
    return Objects.requireNonNull(params.text("message"));
  }
}
