package dev.belay.tools.bind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.claims.Claim;
import dev.belay.tools.annotation.Arg;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

class ReadersTest {
  private static @Nullable Object read(Type type, String json) {
    return new ReaderFactory().of(type).read(JsonMapper.shared().readTree(json));
  }

  private static @Nullable Object read(TypeReference<?> type, String json) {
    return read(type.getType(), json);
  }

  @Test
  @Claim("S4-43")
  @DisplayName("S4-43 primitives and boxes are read as what they are")
  void primitives() {
    assertThat(read(int.class, "12")).isEqualTo(12);
    assertThat(read(Integer.class, "-12")).isEqualTo(-12);
    assertThat(read(long.class, "9007199254740993")).isEqualTo(9007199254740993L);
    assertThat(read(short.class, "7")).isEqualTo((short) 7);
    assertThat(read(byte.class, "-128")).isEqualTo((byte) -128);
    assertThat(read(double.class, "1.5")).isEqualTo(1.5);
    assertThat(read(double.class, "2")).isEqualTo(2.0);
    assertThat(read(float.class, "0.5")).isEqualTo(0.5f);
    assertThat(read(boolean.class, "true")).isEqualTo(true);
    assertThat(read(char.class, "\"x\"")).isEqualTo('x');
    assertThat(read(String.class, "\"x\"")).isEqualTo("x");
    assertThat(read(BigInteger.class, "123456789012345678901234567890"))
        .isEqualTo(new BigInteger("123456789012345678901234567890"));
    assertThat(read(BigDecimal.class, "1.25")).isEqualTo(new BigDecimal("1.25"));
  }

  @Test
  @DisplayName("A whole number may be written as 3.0, as JSON Schema has it")
  void wholeNumbersWithAPoint() {
    assertThat(read(int.class, "3.0")).isEqualTo(3);
    assertThat(read(long.class, "1e3")).isEqualTo(1000L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "int    | \"12\"       | expected a whole number from -2147483648 to 2147483647, got"
            + " \"12\"",
        "int    | 1.5          | expected a whole number from -2147483648 to 2147483647, got 1.5",
        "int    | 3000000000   | expected a whole number from -2147483648 to 2147483647, got"
            + " 3000000000",
        "int    | true         | expected a whole number from -2147483648 to 2147483647, got true",
        "double | \"1.5\"      | expected a number, got \"1.5\"",
        "boolean| \"true\"     | expected true or false, got \"true\"",
        "boolean| 1            | expected true or false, got 1",
        "char   | \"xy\"       | expected a string of one character, got \"xy\"",
      })
  @DisplayName("Nothing is made into what it is not: \"12\" is no number")
  void nothingIsCoerced(String type, String json, String message) {
    var types = Map.of("int", int.class, "double", double.class, "boolean", boolean.class);
    assertThatThrownBy(() -> read(types.getOrDefault(type, char.class), json))
        .isInstanceOf(ArgumentMismatchException.class)
        .hasMessage(message);
  }

  @Test
  @DisplayName("Numbers too great for their type are refused, and cost no time to work out")
  void giantNumbers() {
    assertThatThrownBy(() -> read(double.class, "1e1000"))
        .isInstanceOf(ArgumentMismatchException.class);
    assertThatThrownBy(() -> read(float.class, "1e300"))
        .isInstanceOf(ArgumentMismatchException.class);
    assertThatThrownBy(() ->
            new ReaderFactory()
                .of(BigInteger.class)
                .read(
                    JsonMapper.shared()
                        .getNodeFactory()
                        .numberNode(new BigDecimal("1e1000000000"))))
        .isInstanceOf(ArgumentMismatchException.class);
  }

  enum Encoding {
    @Arg(name = "utf-8")
    UTF_8,
    GBK
  }

  @Test
  @Claim("S4-44")
  @DisplayName("S4-44 an enum is read by the names that it has in JSON")
  void enums() {
    assertThat(read(Encoding.class, "\"utf-8\"")).isEqualTo(Encoding.UTF_8);
    assertThat(read(Encoding.class, "\"GBK\"")).isEqualTo(Encoding.GBK);
    assertThatThrownBy(() -> read(Encoding.class, "\"UTF_8\""))
        .hasMessage("expected one of utf-8, GBK, got \"UTF_8\"");
  }

  @Test
  @DisplayName("Times, places and the like are read from how they are written")
  void written() {
    assertThat(read(LocalDate.class, "\"2026-01-31\"")).isEqualTo(LocalDate.of(2026, 1, 31));
    assertThat(read(Instant.class, "\"2026-01-31T12:00:00Z\""))
        .isEqualTo(Instant.parse("2026-01-31T12:00:00Z"));
    assertThat(read(ZonedDateTime.class, "\"2026-01-31T12:00:00+01:00[Europe/Berlin]\""))
        .isEqualTo(ZonedDateTime.parse("2026-01-31T12:00:00+01:00[Europe/Berlin]"));
    assertThat(read(Duration.class, "\"PT90S\"")).isEqualTo(Duration.ofSeconds(90));
    assertThat(read(DayOfWeek.class, "\"MONDAY\"")).isEqualTo(DayOfWeek.MONDAY);
    assertThat(read(ZoneId.class, "\"Europe/Berlin\"")).isEqualTo(ZoneId.of("Europe/Berlin"));
    assertThat(read(URI.class, "\"https://a.example/b\""))
        .isEqualTo(URI.create("https://a.example/b"));
    assertThat(read(Path.class, "\"a/b.txt\"")).isEqualTo(Path.of("a/b.txt"));
    assertThat(read(UUID.class, "\"6f0c3c52-3b0f-4b8e-9f6b-0d6f8a8d3f11\""))
        .isEqualTo(UUID.fromString("6f0c3c52-3b0f-4b8e-9f6b-0d6f8a8d3f11"));
    assertThat(read(Locale.class, "\"en-GB\"")).isEqualTo(Locale.UK);
  }

  @Test
  @DisplayName("What is written wrongly is refused, with how it should be")
  void wronglyWritten() {
    assertThatThrownBy(() -> read(LocalDate.class, "\"31.1.2026\""))
        .hasMessage("expected a date such as 2026-01-31, got \"31.1.2026\"");
    assertThatThrownBy(() -> read(LocalDate.class, "20260131"))
        .hasMessage("expected a date such as 2026-01-31, got 20260131");
    assertThatThrownBy(() -> read(URI.class, "\"not a uri\""))
        .isInstanceOf(ArgumentMismatchException.class);
    assertThatThrownBy(() -> read(Path.class, "\"a\\u0000b\""))
        .isInstanceOf(ArgumentMismatchException.class);
    assertThatThrownBy(() -> read(Locale.class, "\"not_a_tag!\""))
        .isInstanceOf(ArgumentMismatchException.class);
  }

  record Query(String text, @Arg(defaultValue = "10") int maxHits, Optional<String> inFolder) {}

  record Filter(@Arg(name = "field") String of, List<Query> queries) {}

  @Test
  @DisplayName("Records are read whole, with their defaults, nested too")
  void records() {
    assertThat(
            read(
                Filter.class,
                "{\"field\":\"f\",\"queries\":[{\"text\":\"a\"},{\"text\":\"b\",\"max_hits\":3,"
                    + "\"in_folder\":\"c\"}]}"))
        .isEqualTo(
            new Filter(
                "f",
                List.of(
                    new Query("a", 10, Optional.empty()), new Query("b", 3, Optional.of("c")))));
  }

  @Test
  @DisplayName("A mistake deep within is told with its whole path")
  void thePathOfAMistake() {
    assertThatThrownBy(() ->
            read(
                Filter.class,
                "{\"field\":\"f\",\"queries\":[{\"text\":\"a\"},{\"text\":\"b\",\"max_hits\":\"3\"}]}"))
        .hasMessage(
            "queries[1].max_hits: expected a whole number from -2147483648 to 2147483647, got"
                + " \"3\"");
    assertThatThrownBy(() -> read(Filter.class, "{\"queries\":[]}"))
        .hasMessage("field: expected a value, got nothing");
    assertThatThrownBy(() -> read(Filter.class, "[]"))
        .hasMessage("expected an object, got an array");
  }

  record Positive(int value) {
    Positive {
      if (value < 0) {
        throw new IllegalArgumentException("value must not be negative");
      }
    }
  }

  @Test
  @DisplayName("What a record's own constructor refuses is the caller's mistake")
  void aConstructorThatRefuses() {
    assertThatThrownBy(() -> read(Positive.class, "{\"value\":-1}"))
        .isInstanceOf(ArgumentMismatchException.class)
        .hasMessage("expected a valid Positive (value must not be negative), got an object");
  }

  @Test
  @DisplayName("Lists, sets and maps keep their order, and cannot be changed")
  void collections() {
    assertThat(read(new TypeReference<List<Integer>>() {}, "[3,1,2]")).isEqualTo(List.of(3, 1, 2));
    assertThat((Set<?>) read(new TypeReference<Set<String>>() {}, "[\"b\",\"a\",\"b\"]"))
        .isEqualTo(Set.of("a", "b"));
    var map =
        (Map<?, ?>)
            Objects.requireNonNull(
                read(new TypeReference<Map<Encoding, Integer>>() {}, "{\"GBK\":1}"));
    assertThat(map).isEqualTo(Map.of(Encoding.GBK, 1));
    assertThatThrownBy(map::clear).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> read(new TypeReference<Map<Encoding, Integer>>() {}, "{\"X\":1}"))
        .hasMessage("X: expected one of utf-8, GBK, got \"X\"");
    assertThatThrownBy(() -> read(new TypeReference<List<Integer>>() {}, "[1,null]"))
        .hasMessage("[1]: expected a value, got null");
    assertThatThrownBy(() -> read(new TypeReference<List<Integer>>() {}, "{}"))
        .hasMessage("expected an array, got an object");
  }

  @Test
  @DisplayName("Optional numbers are read like others, and are empty if left out")
  void optionals() {
    assertThat(read(OptionalInt.class, "3")).isEqualTo(OptionalInt.of(3));
    assertThat(read(OptionalLong.class, "3")).isEqualTo(OptionalLong.of(3));
    assertThat(read(OptionalDouble.class, "3.5")).isEqualTo(OptionalDouble.of(3.5));
    assertThat(read(new TypeReference<Optional<List<String>>>() {}, "[\"a\"]"))
        .isEqualTo(Optional.of(List.of("a")));
    assertThat(new ReaderFactory().of(OptionalInt.class).absent()).isEqualTo(OptionalInt.empty());
  }

  sealed interface Shape {}

  record Circle(double radius) implements Shape {}

  record LongLine(int length) implements Shape {}

  sealed interface Curve extends Shape {}

  record Arc(int degrees) implements Curve {}

  @Test
  @DisplayName("A sealed type is read as the record that its type property says, however deep")
  void sealedTypes() {
    assertThat(read(Shape.class, "{\"type\":\"circle\",\"radius\":2}")).isEqualTo(new Circle(2));
    assertThat(read(Shape.class, "{\"type\":\"long_line\",\"length\":2}"))
        .isEqualTo(new LongLine(2));
    assertThat(read(Shape.class, "{\"type\":\"arc\",\"degrees\":9}")).isEqualTo(new Arc(9));
    assertThatThrownBy(() -> read(Shape.class, "{\"radius\":2}"))
        .hasMessage("type: expected one of circle, long_line, arc, got nothing");
    assertThatThrownBy(() -> read(Shape.class, "{\"type\":\"square\"}"))
        .hasMessage("type: expected one of circle, long_line, arc, got \"square\"");
  }

  record Node(String name, List<Node> children, Optional<Node> twin) {}

  record Page<T>(List<T> items, Optional<T> first) {}

  @Test
  @Claim("B5")
  @DisplayName("A record that holds others of its kind is read, however deep they go")
  void recursiveRecords() {
    assertThat(
            read(
                Node.class,
                "{\"name\":\"a\",\"children\":[{\"name\":\"b\",\"children\":[]}],"
                    + "\"twin\":{\"name\":\"c\",\"children\":[]}}"))
        .isEqualTo(
            new Node(
                "a",
                List.of(new Node("b", List.of(), Optional.empty())),
                Optional.of(new Node("c", List.of(), Optional.empty()))));
  }

  @Test
  @DisplayName("A generic record is read with what it is generic in")
  void genericRecords() {
    assertThat(read(new TypeReference<Page<LocalDate>>() {}, "{\"items\":[\"2026-01-31\"]}"))
        .isEqualTo(new Page<>(List.of(LocalDate.of(2026, 1, 31)), Optional.empty()));
  }

  record Growing<T>(Optional<Growing<List<T>>> next) {}

  record Tagged(String type) implements Label {}

  sealed interface Label {}

  sealed interface Loose {}

  non-sealed interface Open extends Loose {}

  enum Same {
    @Arg(name = "x")
    A,
    @Arg(name = "x")
    B
  }

  record SameNames(@Arg(name = "x") int a, int x) {}

  @Test
  @DisplayName("Types that can never be read are refused when they are seen")
  void typesThatCannotBeRead() {
    var readers = new ReaderFactory();
    assertThatThrownBy(() -> readers.of(new TypeReference<Growing<String>>() {}.getType()))
        .hasMessageContaining("grows without end");
    assertThatThrownBy(() -> readers.of(Label.class)).hasMessageContaining("has a component type");
    assertThatThrownBy(() -> readers.of(Loose.class)).hasMessageContaining("is no record");
    assertThatThrownBy(() -> readers.of(Same.class)).hasMessageContaining("are called x");
    assertThatThrownBy(() -> readers.of(SameNames.class)).hasMessageContaining("are called x");
    assertThatThrownBy(() -> readers.of(List.class)).hasMessage("say of what: List<…>");
    assertThatThrownBy(() -> readers.of(Page.class)).hasMessageContaining("is not said");
    assertThatThrownBy(() -> readers.of(new TypeReference<List<String>[]>() {}.getType()))
        .hasMessage("arrays cannot be read: use a List");
    assertThatThrownBy(() -> readers.of(new TypeReference<Map<Node, String>>() {}.getType()))
        .hasMessageContaining("the keys of a map");
  }

  @Test
  @DisplayName("JSON trees are handed over as copies, and any JSON as plain Java")
  void trees() {
    var json = JsonMapper.shared().readTree("{\"a\":[1,null,true,\"x\",{\"b\":1.5}]}");
    var readers = new ReaderFactory();
    assertThat(readers.of(JsonNode.class).read(json)).isEqualTo(json).isNotSameAs(json);
    assertThatThrownBy(() -> readers.of(ArrayNode.class).read(json))
        .hasMessage("expected a JSON ArrayNode, got an object");
    assertThat(String.valueOf(readers.of(Object.class).read(json)))
        .isEqualTo("{a=[1, null, true, x, {b=1.5}]}");
    assertThat(read(new TypeReference<Map<String, Object>>() {}, "{\"a\":null}"))
        .hasToString("{a=null}");
  }

  @Test
  @DisplayName("A member that a module keeps closed is told, with how to open it")
  void aClosedModule() throws Exception {
    var closed = List.of(1, 2, 3);
    var method = closed.getClass().getDeclaredMethod("size");
    assertThatThrownBy(() -> Invoker.of(method, closed))
        .isInstanceOf(UnbindableException.class)
        .hasMessageContaining("module java.base keeps it closed: write \"opens java.util");
  }
}
