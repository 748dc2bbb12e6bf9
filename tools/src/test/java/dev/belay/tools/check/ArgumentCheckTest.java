package dev.belay.tools.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.belay.claims.Claim;
import dev.belay.core.text.SlowPatternException;
import dev.belay.tools.annotation.Arg;
import dev.belay.tools.schema.Specs;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("J17: wrong arguments are refused with every mistake, in words a model can act on")
@Claim("B1")
final class ArgumentCheckTest {
  enum Encoding {
    @Arg(name = "utf-8")
    UTF_8,
    @Arg(name = "gbk")
    GBK
  }

  enum Charset {
    UTF_8,
    GBK,
    @JsonProperty("latin-1")
    ISO_8859_1
  }

  enum Alike {
    up,
    UP
  }

  record Point(int x, @Arg(defaultValue = "7") int y) {}

  record Tree(String name, List<Tree> children) {}

  sealed interface Shape permits Circle, Box {}

  record Circle(double radius) implements Shape {}

  record Box(double width) implements Shape {}

  @SuppressWarnings("unused")
  private interface Methods {
    void searchCode(
        @Arg(description = "Search query string") String query,
        @Arg(defaultValue = "\"*.py\"") String filePattern,
        @Arg(defaultValue = "100") int maxResults,
        @Arg(defaultValue = "\"utf-8\"") Encoding encoding,
        Optional<List<String>> excludePatterns);

    void formats(
        @Arg(required = false) LocalDate day,
        @Arg(required = false) Instant instant,
        @Arg(required = false) Duration length,
        @Arg(required = false) LocalTime time,
        @Arg(required = false) URI uri,
        @Arg(required = false) UUID id);

    void limits(
        @Arg(required = false) @Max(9) long most,
        @Arg(required = false) @NotBlank String text,
        @Arg(required = false) @Size(max = 2) Set<String> items,
        @Arg(required = false) byte small,
        @Arg(required = false) boolean flag,
        @Arg(required = false) double number);

    void nested(Point at, @Arg(required = false) List<Point> more);

    void shape(Shape shape);

    void hopeless(@jakarta.validation.constraints.Pattern(regexp = "(x+x+)+(z|\\1)?y") String text);

    void tree(Tree tree);

    void charsets(Charset one, @Arg(required = false) List<Charset> more);

    void alike(Alike one);

    void map(Map<String, Integer> counts);
  }

  private static Checked check(String method, String json) {
    return ArgumentCheck.of(Specs.schema(Methods.class, method), ArgumentBounds.DEFAULTS)
        .check(json.getBytes(StandardCharsets.UTF_8));
  }

  private static String message(String method, String json) {
    return switch (check(method, json)) {
      case Checked.Accepted(var arguments) -> "accepted " + arguments;
      case Checked.Rejected rejected -> rejected.message(method);
    };
  }

  private static String one(String method, String json) {
    return switch (check(method, json)) {
      case Checked.Accepted(var arguments) -> "accepted " + arguments;
      case Checked.Rejected(var violations) when violations.size() == 1 ->
          violations.getFirst().toString();
      case Checked.Rejected(var violations) -> violations.toString();
    };
  }

  @Test
  void everyMistakeIsNamedAtOnce() {
    assertThat(
            message(
                "searchCode",
                """
                {"file_patern":"*.py","max_results":"many","encoding":"utf8",
                 "exclude_patterns":["a",1]}\
                """))
        .isEqualTo(
            """
            searchCode was not run: 5 things are wrong with its arguments.
            - max_results: expected an integer, got "many"
            - encoding: expected one of "utf-8", "gbk", got "utf8". Did you mean "utf-8"?
            - exclude_patterns[1]: expected a string, got 1
            - query: missing; expected a string: Search query string
            - file_patern: unknown. Did you mean file_pattern?
            Correct this and call it again.\
            """);
  }

  @Test
  @Claim("S4-43")
  @DisplayName("S4-43: a constant may be written with other capitals, and with - for _")
  void constantsInOtherSpellings() {
    assertThat(one("charsets", "{\"one\":\"utf-8\",\"more\":[\"gbk\",\"Latin_1\",\"UTF_8\"]}"))
        .isEqualTo("accepted {\"one\":\"UTF_8\",\"more\":[\"GBK\",\"latin-1\",\"UTF_8\"]}");
    assertThat(one("charsets", "{\"one\":\"utf16\"}")).contains("\"UTF_8\", \"GBK\", \"latin-1\"");
    assertThat(one("alike", "{\"one\":\"UP\"}")).isEqualTo("accepted {\"one\":\"UP\"}");
    assertThat(one("alike", "{\"one\":\"Up\"}")).contains("expected one of");
  }

  @Test
  @Claim("S4-46")
  @DisplayName("S4-46: what is not given is its default, also within records")
  void defaults() {
    assertThat(one("searchCode", "{\"query\":\"x\"}"))
        .isEqualTo(
            "accepted {\"query\":\"x\",\"file_pattern\":\"*.py\",\"max_results\":100,"
                + "\"encoding\":\"utf-8\"}");
    assertThat(one("nested", "{\"at\":{\"x\":1},\"more\":[{\"x\":2},{\"x\":3,\"y\":4}]}"))
        .isEqualTo(
            "accepted {\"at\":{\"x\":1,\"y\":7},\"more\":[{\"x\":2,\"y\":7},{\"x\":3,\"y\":4}]}");
  }

  @Test
  @Claim("C23")
  @DisplayName("C23: null for what need not be given is not given; for what must be, a mistake")
  void nulls() {
    assertThat(
            one(
                "searchCode",
                "{\"query\":\"x\",\"max_results\":null,\"exclude_patterns\":null,"
                    + "\"encoding\":\"gbk\"}"))
        .startsWith("accepted ")
        .contains("\"max_results\":100")
        .doesNotContain("exclude_patterns");
    assertThat(one("searchCode", "{\"query\":null}"))
        .isEqualTo("query: expected a string, got null");
    assertThat(one("searchCode", "{\"query\":\"x\",\"extra\":null}")).startsWith("extra: unknown");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"query":5}                   | query: expected a string, got 5
          {"query":{"a":1}}             | query: expected a string, got an object of 1 entry
          {"query":"x","max_results":"5"} | max_results: expected an integer, got "5". Write 5 without quotes.
          {"query":"x","max_results":1.5} | max_results: expected an integer, got 1.5
          {"query":"x","max_results":3000000000} | max_results: expected 2147483647 or less, got 3000000000
          {"query":"x","max_results":1e30} | max_results: expected 2147483647 or less, got 1000000000000000000000000000000
          {"query":"x","zzz":1}         | zzz: unknown; what is taken is query, file_pattern, max_results, encoding, exclude_patterns
          """)
  void wrongTypesAndStrangers(String json, String problem) {
    assertThat(one("searchCode", json)).isEqualTo(problem);
  }

  @ParameterizedTest
  @CsvSource({
    "day, 2026-02-30, a date such as 2026-07-28",
    "instant, yesterday, a time with date and offset such as 2026-07-28T14:30:00Z",
    "length, 90 min, a duration such as PT1H30M",
    "uri, http://a b, a URI such as https://example.org/page",
    "id, 17, a UUID such as 123e4567-e89b-12d3-a456-426614174000"
  })
  void invalidFormsShowAValidOne(String name, String value, String expected) {
    assertThat(one("formats", "{\"" + name + "\":\"" + value + "\"}"))
        .isEqualTo(name + ": expected " + expected + ", got \"" + value + "\"");
  }

  @Test
  void aTimeWithoutAnOffsetIsTaken() {
    assertThat(one("formats", "{\"time\":\"14:30\"}")).startsWith("accepted");
    assertThat(one("formats", "{\"time\":\"2 pm\"}"))
        .startsWith("time: expected a string that matches ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"most":10}               | most: expected 9 or less, got 10
          {"small":200}             | small: expected 127 or less, got 200
          {"flag":"true"}           | flag: expected true or false, got "true". Write true without quotes.
          {"number":"1.5"}          | number: expected a number, got "1.5". Write 1.5 without quotes.
          {"items":["a","b","c"]}   | items: expected 2 items or fewer, got 3
          {"items":["a","a"]}       | items: expected each item only once, got a list of 2 entries
          """)
  void limits(String json, String problem) {
    assertThat(one("limits", json)).isEqualTo(problem);
  }

  @Test
  void aChoiceTellsWhatIsWrongWithTheVariantThatWasMeant() {
    assertThat(one("shape", "{\"shape\":{\"type\":\"circle\",\"radius\":1}}"))
        .startsWith("accepted");
    assertThat(one("shape", "{\"shape\":{\"type\":\"circle\",\"radius\":\"big\"}}"))
        .isEqualTo("shape.radius: expected a number, got \"big\"");
    assertThat(one("shape", "{\"shape\":{\"type\":\"circel\",\"radius\":1}}"))
        .isEqualTo(
            "shape.type: expected one of \"circle\", \"box\", got \"circel\"."
                + " Did you mean \"circle\"?");
    assertThat(one("shape", "{\"shape\":{\"radius\":1}}"))
        .isEqualTo("shape.type: missing; expected one of \"circle\", \"box\"");
    assertThat(one("shape", "{\"shape\":1}"))
        .isEqualTo("shape: expected an object whose \"type\" is one of \"circle\", \"box\", got 1");
  }

  @Test
  void nestedMistakesSayWhereTheyAre() {
    assertThat(one("nested", "{\"at\":{\"x\":1},\"more\":[{\"x\":1},{\"z\":2}]}"))
        .isEqualTo(
            "[more[1].x: missing; expected an integer, more[1].z: unknown. Did you mean x?]");
    assertThat(one("tree", "{\"tree\":{\"name\":\"a\",\"children\":[{\"name\":1}]}}"))
        .isEqualTo(
            "[tree.children[0].name: expected a string, got 1,"
                + " tree.children[0].children: missing; expected a list]");
    assertThat(one("map", "{\"counts\":{\"a\":1,\"b\":\"c\"}}"))
        .isEqualTo("counts.b: expected an integer, got \"c\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [1]                  | arguments must be a JSON object, such as {"name": "value"}
          {"query":"a","query":"b"} | arguments must be a JSON object: Duplicate Object property "query"
          {"query":1e999999999} | a number has too many digits: 1E+999999999
          """)
  void whatIsNoObject(String json, String problem) {
    assertThat(one("searchCode", json)).isEqualTo(problem);
  }

  @Test
  @Claim("B3")
  void whatIsTooDeepOrTooLargeIsNotRead() {
    assertThat(one("searchCode", "{\"query\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}"))
        .isEqualTo("objects and lists are nested more than 64 deep. Send a flatter structure.");
    assertThat(one("searchCode", "{\"query\":" + "9".repeat(5_000) + "}"))
        .isEqualTo("a number has more than 1000 digits");
    var large = "x".repeat(20_000_000);
    assertThat(one("searchCode", "{\"query\":\"" + large + "\"}"))
        .isEqualTo(
            "the arguments have 20,000,012 bytes, and at most 16,777,216 are taken."
                + " Send less, or say where it is.");
  }

  @Test
  void tenMegabytesAreTakenAndAWrongOneIsNotRepeated() {
    var text = "x".repeat(10_000_000);
    assertThat(one("searchCode", "{\"query\":\"" + text + "\"}")).hasSizeGreaterThan(10_000_000);
    assertThat(one("searchCode", "{\"query\":\"a\",\"max_results\":\"" + text + "\"}"))
        .isEqualTo(
            "max_results: expected an integer, got \""
                + "x".repeat(80)
                + "… (9,999,920 more characters)\"");
  }

  @Test
  void whoIsWrongInAHundredWaysIsToldTwenty() {
    var strangers = new StringBuilder("{\"query\":\"a\"");
    for (int i = 0; i < 100; i++) {
      strangers.append(",\"unheard_of_").append(i).append("\":1");
    }
    assertThat(message("searchCode", strangers + "}"))
        .contains("100 things", "- and 80 more")
        .hasLineCount(23);
  }

  private static String unknown(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "\"a" + i + "\":1")
        .collect(Collectors.joining(",", "{", "}"));
  }

  @Test
  @DisplayName("SEC-C1: of ever so many mistakes a few are looked at, and 20 are told")
  void manyMistakes() {
    assertThat(message("searchCode", unknown(40_000)))
        .startsWith("searchCode was not run: at least 200 things are wrong with its arguments.\n")
        .endsWith("\n- and at least 180 more\nCorrect this and call it again.")
        .hasLineCount(23);
  }

  @Test
  @DisplayName("SEC-C1: more values than any tool needs are refused before they are a tree")
  void manyValues() {
    var told = "the arguments have more than 50,000 values. Send fewer, or say where they are.";
    assertThat(one("searchCode", unknown(300_000))).isEqualTo(told);
    assertThat(one("map", "{\"a\":[" + "1,".repeat(50_000) + "1]}")).isEqualTo(told);
    assertThat(one("searchCode", unknown(50_000))).doesNotContain(told);
  }

  @Test
  @DisplayName("SEC-C2: a pattern of a schema tries for so long and no longer")
  void hopelessPattern() {
    assertThatThrownBy(() -> check("hopeless", "{\"text\":\"" + "x".repeat(38) + "\"}"))
        .isInstanceOf(SlowPatternException.class);
  }
}
