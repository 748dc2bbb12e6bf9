package dev.belay.mcp.envelope;

import static dev.belay.mcp.envelope.Lines.parse;
import static dev.belay.mcp.envelope.Lines.text;
import static dev.belay.mcp.envelope.Lines.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Members of any object can be changed, and all others keep their spelling")
final class JsonObjectTest {
  @Test
  void anObjectThatIsOnlyReadIsWrittenByteForByte() {
    var json = " { \"a\" : 1.50 , \"b\" : { \"c\" : [ 1E3 ] } , \"a\" : 2 } ";
    var object = read(json);

    assertThat(object.text("a")).isNull();
    assertThat(object.object("b")).isNotNull();
    assertThat(object.isTrue("a")).isFalse();

    assertThat(text(object.json())).isEqualTo(json.trim());
  }

  @Test
  void whatChangesIsInItsPlaceAndWhatIsNewIsLast() {
    var object = read("{ \"a\" : 1.50, \"b\":2 , \"\\u0063\":3}");

    object.set("b", utf8("[ ]")).setText("d", "\n").remove("x");

    assertThat(text(object.json())).isEqualTo("{\"a\":1.50,\"b\":[ ],\"\\u0063\":3,\"d\":\"\\n\"}");
  }

  @Test
  void aKeyIsTheSameHoweverItIsWritten() {
    var object = read("{\"\\u0061\":true,\"b\":1}");

    assertThat(object.has("a")).isTrue();
    assertThat(object.isTrue("a")).isTrue();
    assertThat(text(object.remove("a").json())).isEqualTo("{\"b\":1}");
  }

  @Test
  @DisplayName("No second spelling of a member outlives its removal or its change")
  void aKeyThatComesTwiceIsChangedEverywhere() {
    assertThat(text(read("{\"a\":1,\"b\":2,\"\\u0061\":3}").remove("a").json()))
        .isEqualTo("{\"b\":2}");
    assertThat(text(read("{\"a\":1,\"b\":2,\"a\":3}").set("a", utf8("4")).json()))
        .isEqualTo("{\"a\":4,\"b\":2}");
    assertThat(text(Objects.requireNonNull(read("{\"a\":1,\"a\":3}").raw("a")))).isEqualTo("1");
  }

  @Test
  void innerObjectsAreChangedInTheirPlace() {
    var object = read("{\"a\":{\"b\":{\"c\":1,\"d\":0.10}},\"e\":5}");

    Objects.requireNonNull(Objects.requireNonNull(object.object("a")).object("b")).remove("c");

    assertThat(text(object.json())).isEqualTo("{\"a\":{\"b\":{\"d\":0.10}},\"e\":5}");
    assertThat(text(Objects.requireNonNull(object.raw("a")))).isEqualTo("{\"b\":{\"d\":0.10}}");
  }

  @Test
  void anObjectIsMadeWhereNoneIs() {
    var object = read("{\"a\":null,\"b\":{\"x\":1}}");

    object.open("a").set("y", RawJson.of("2"));
    object.open("b").set("y", RawJson.of("2"));
    object.open("c").open("d");

    assertThat(text(object.json()))
        .isEqualTo("{\"a\":{\"y\":2},\"b\":{\"x\":1,\"y\":2},\"c\":{\"d\":{}}}");
  }

  @Test
  void anObjectMayBecomeEmptyAndFullAgain() {
    var object = read("{ \"a\" : 1 }");

    assertThat(text(object.remove("a").json())).isEqualTo("{}");
    assertThat(object.isEmpty()).isTrue();
    assertThat(text(object.set("b", utf8("2")).json())).isEqualTo("{\"b\":2}");
    assertThat(object.names()).containsExactly("b");
    assertThat(text(JsonObject.empty().json())).isEqualTo("{}");
  }

  @Test
  void whatIsNoObjectIsNone() {
    assertThat(JsonObject.of(utf8("[]"))).isNull();
    assertThat(JsonObject.of(utf8(" null"))).isNull();
    assertThat(JsonObject.of(utf8(" "))).isNull();
    assertThat(read("{\"a\":[]}").object("a")).isNull();
    assertThat(read("{}").object("a")).isNull();
    assertThatThrownBy(() -> JsonObject.of(utf8("{\"a\"}")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @DisplayName("Whatever is changed, Jackson reads what a map would hold")
  void changesAgreeWithAMap() {
    for (long seed = 0; seed < 2_000; seed++) {
      var random = new Random(seed);
      var json = new RandomJson(seed);
      byte[] bytes = json.object(4).getBytes(StandardCharsets.UTF_8);
      var object = Objects.requireNonNull(JsonObject.of(bytes));
      Map<String, Object> model = new LinkedHashMap<>(Referee.object(Referee.treeOf(bytes)));
      for (int i = 0; i < 4; i++) {
        String key = "k" + random.nextInt(4) + " ";
        if (random.nextBoolean()) {
          byte[] value = json.bytes(2);
          object.set(key, value);
          model.put(key, Referee.treeOf(value));
        } else {
          object.remove(key);
          model.remove(key);
        }
      }
      assertThat(Referee.treeOf(object.json())).as("seed %d", seed).isEqualTo(model);
      assertThat(object.names()).containsExactlyElementsOf(model.keySet());
    }
  }

  @Test
  void arraysAreTakenApartAndPutTogether() {
    var items = Objects.requireNonNull(JsonArray.items(utf8(" [ 1.0 , {\"a\" : 2},\"\" ] ")));

    assertThat(items.stream().map(Lines::text)).containsExactly("1.0", "{\"a\" : 2}", "\"\"");
    assertThat(text(JsonArray.of(items))).isEqualTo("[1.0,{\"a\" : 2},\"\"]");
    assertThat(text(JsonArray.of(List.of()))).isEqualTo("[]");
    assertThat(JsonArray.items(utf8("[]"))).isEmpty();
    assertThat(JsonArray.items(utf8("{}"))).isNull();
  }

  @Test
  void aValueIsEqualToOneThatIsWrittenAlike() {
    assertThat(RawJson.of("{\"a\":1}")).isEqualTo(RawJson.of(utf8("{\"a\":1}")));
    assertThat(RawJson.of("1")).isNotEqualTo(RawJson.of("1.0")).hasToString("1");
    assertThat(RawJson.of("1")).hasSameHashCodeAs(RawJson.of("1"));
    assertThat(RawJson.ofNullable(null)).isNull();
    assertThat(RawJson.ofNullable(utf8("1"))).isEqualTo(RawJson.of("1"));
  }

  @Test
  void aMessageIsGivenOtherParamsOrAnotherResult() {
    var request = parse("{\"jsonrpc\":\"2.0\", \"id\":1.0,\"method\":\"m\",\"x\":1}");
    var answer = parse("{\"jsonrpc\":\"2.0\",\"id\":\"a\", \"result\": {\"a\":1},\"x\":1}");

    assertThat(text(request.withParams(utf8("{\"name\":\"n\"}")).bytes()))
        .contains("\"params\":{\"name\":\"n\"}")
        .contains("\"id\":1.0,\"method\":\"m\",\"x\":1}");
    assertThat(request.withParams(utf8("{\"name\":\"n\"}")).text(Member.PARAMS_NAME))
        .isEqualTo("n");
    assertThat(text(answer.withResult(utf8("[]")).bytes()))
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"a\", \"result\": [],\"x\":1}");
    assertThatThrownBy(() -> request.withParams(utf8("{")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @DisplayName("What replaces a part may nest deeper than what a peer may send")
  void aReplacementHasNoBounds() {
    var answer = parse("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
    var deep = "{\"a\":".repeat(100) + "1" + "}".repeat(100);

    assertThat(text(answer.withResult(utf8(deep)).bytes())).contains(deep);
  }

  private static JsonObject read(String json) {
    return Objects.requireNonNull(JsonObject.of(utf8(json)));
  }
}
