package dev.belay.tools.declare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.claims.Claim;
import dev.belay.tools.annotation.ApprovalNeed;
import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.schema.ArgumentSpec;
import dev.belay.tools.schema.JsonSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/**
 * Declarations by {@code @Tool} and {@code @Arg}, and by the builder.
 *
 * <p>Longer than other files: each type and rule of a declaration, by both ways to declare.
 */
class AnnotationTest {
  static final class Plain {
    @Tool
    String doIt() {
      return "done";
    }
  }

  static final class Full {
    @Tool(
        name = "search-code.v2",
        description = "Searches code",
        category = "code",
        title = "Search",
        readOnly = true,
        idempotent = true,
        openWorld = true,
        timeout = 2.5,
        idleTimeout = 0,
        concurrency = "exclusive",
        retryOn = {IOException.class, IllegalStateException.class},
        maxAttempts = 3,
        cacheTtl = 60)
    String search() {
      return "";
    }

    @Tool(destructive = true)
    void delete() {}
  }

  record Found(String file) {}

  static final class Perhaps {
    @Tool
    @Nullable Found find() {
      return null;
    }
  }

  @Test
  @DisplayName("C4: a method that may return null promises no structured content")
  void nullable() {
    assertThat(declaration(new Perhaps(), "find").outputSchema()).isNull();
  }

  private static ToolDeclaration declaration(Object tools, String name) {
    return Tools.of(tools).named(name).orElseThrow().declaration();
  }

  @Test
  @Claim({
    "S4-51", "S4-54", "S4-55", "S4-56", "S4-57", "S4-58", "S4-65", "S4-66", "S4-67", "S4-68",
    "S4-69"
  })
  @DisplayName("S4-51 … S4-64 a bare @Tool has the defaults of the seed")
  void defaults() {
    var declaration = declaration(new Plain(), "do_it");
    assertThat(declaration.name()).isEqualTo("do_it");
    assertThat(declaration.description()).isEmpty();
    assertThat(declaration.category()).isEqualTo("general");
    assertThat(declaration.hints()).isEqualTo(new Hints(null, false, false, false, false));
    assertThat(declaration.terms())
        .isEqualTo(new ToolOptions(null, null, "parallel", List.of(), 1, Duration.ZERO))
        .isEqualTo(ToolOptions.NONE);
  }

  @Test
  @Claim({"S4-52", "S4-53"})
  @DisplayName("S4-51, S4-52, S4-53 name, description and category are what @Tool says")
  void nameDescriptionCategory() {
    var declaration = declaration(new Full(), "search-code.v2");
    assertThat(declaration.description()).isEqualTo("Searches code");
    assertThat(declaration.category()).isEqualTo("code");
  }

  @Test
  @Claim({"S4-54", "S4-55", "S4-56", "S4-57", "S4-58", "S4-65", "S4-66", "S4-67", "S4-68", "S4-69"})
  @DisplayName("S4-54 … S4-58, S4-65 … S4-69 title and hints are what @Tool says")
  void hints() {
    assertThat(declaration(new Full(), "search-code.v2").hints())
        .isEqualTo(new Hints("Search", true, false, true, true));
    assertThat(declaration(new Full(), "delete").hints())
        .isEqualTo(new Hints(null, false, true, false, false));
  }

  @Test
  @Claim({"S4-62", "S4-63", "S4-64"})
  @DisplayName("S4-62, S4-63, S4-64 retries, the cache and the limits are what @Tool says")
  void terms() {
    assertThat(declaration(new Full(), "search-code.v2").terms())
        .isEqualTo(
            new ToolOptions(
                Duration.ofMillis(2_500),
                Duration.ZERO,
                "exclusive",
                List.of(IOException.class, IllegalStateException.class),
                3,
                Duration.ofSeconds(60)));
  }

  static final class Slow implements RuntimeEstimate {
    @Override
    public Duration of(String tool, ObjectNode arguments) {
      return Duration.ofSeconds(tool.length());
    }

    @Tool(async = true, estimate = 0.5)
    void crawl() {}
  }

  @Test
  @DisplayName("S2-17, S2-19: whether calls are jobs, and how long they take, is what @Tool says")
  void async() {
    var slow = new Slow();
    assertThat(declaration(slow, "crawl").terms())
        .isEqualTo(
            new ToolOptions(
                null,
                null,
                "parallel",
                List.of(),
                1,
                Duration.ZERO,
                /* async= */ true,
                Duration.ofMillis(500),
                slow,
                ApprovalNeed.NONE))
        .isEqualTo(
            declaration(
                    Tools.define("crawl")
                        .async()
                        .estimate(Duration.ofMillis(500))
                        .estimate(slow)
                        .handle(_ -> ""),
                    "crawl")
                .terms());
  }

  static final class Paying {
    @Tool(approval = ApprovalNeed.PERSON)
    void pay() {}
  }

  @Test
  @DisplayName("Whether a person is asked first is what @Tool, or the builder, says")
  void approval() {
    assertThat(declaration(new Paying(), "pay").terms().approval()).isEqualTo(ApprovalNeed.PERSON);
    var built = Tools.define("pay").description("Pays.").approval(ApprovalNeed.ASK);
    assertThat(declaration(built.handle(_ -> ""), "pay").terms().approval())
        .isEqualTo(ApprovalNeed.ASK);
  }

  @Test
  @DisplayName("A definition can say all that an annotation can")
  void aDefinitionSaysTheSame() {
    var defined =
        Tools.define("search-code.v2")
            .description("Searches code")
            .category("code")
            .title("Search")
            .readOnly()
            .idempotent()
            .openWorld()
            .timeout(Duration.ofMillis(2_500))
            .idleTimeout(Duration.ZERO)
            .concurrency("exclusive")
            .retryOn(3, IOException.class, IllegalStateException.class)
            .cacheTtl(Duration.ofSeconds(60))
            .handle(_ -> "");
    var declaration = declaration(defined, "search-code.v2");
    var annotated = declaration(new Full(), "search-code.v2");
    assertThat(declaration.hints()).isEqualTo(annotated.hints());
    assertThat(declaration.terms()).isEqualTo(annotated.terms());
    assertThat(declaration.description()).isEqualTo(annotated.description());
    assertThat(declaration.category()).isEqualTo(annotated.category());
    assertThat(declaration.inputSchema().tree()).isEqualTo(annotated.inputSchema().tree());
  }

  @Test
  @DisplayName("C32 category.name is accepted in calls, and never listed")
  void theAliasIsAcceptedOnly() {
    var tools = Tools.of(new Full());
    assertThat(tools.named("code.search-code.v2")).isEqualTo(tools.named("search-code.v2"));
    assertThat(tools.named("general.delete")).isPresent();
    assertThat(tools.named("other.delete")).isEmpty();
    assertThat(tools.all())
        .extracting(tool -> tool.declaration().name())
        .containsExactly("delete", "search-code.v2");
  }

  static final class Arguments {
    @Tool
    void take(
        String firstName,
        @Arg(name = "n", description = "how many", defaultValue = "10") int count,
        @Arg(defaultValue = "*.py") String filePattern,
        @Arg(required = false) Integer level,
        @Nullable String note,
        Optional<List<String>> tags,
        OptionalInt size) {}
  }

  @Test
  @Claim({"S4-45", "S4-46", "S4-78"})
  @DisplayName("S4-45, S4-46, S4-78, C23 what has a default, or may be missing, is not required")
  void whatIsRequired() {
    var arguments = declaration(new Arguments(), "take").arguments();
    assertThat(arguments)
        .extracting(ArgumentSpec::name)
        .containsExactly("first_name", "n", "file_pattern", "level", "note", "tags", "size");
    assertThat(arguments)
        .extracting(ArgumentSpec::required)
        .containsExactly(true, false, false, false, false, false, false);
    assertThat(arguments)
        .extracting(ArgumentSpec::defaultJson)
        .containsExactly(null, "10", "\"*.py\"", null, null, null, null);
    assertThat(arguments.get(1).description()).isEqualTo("how many");
  }

  static final class Defaults {
    @Tool
    String take(
        @Arg(defaultValue = "10") int count,
        @Arg(defaultValue = "\"quoted\"") String text,
        @Arg(defaultValue = "") String empty,
        @Arg(defaultValue = "[1, 2]") List<Integer> numbers,
        @Arg(required = false) Integer level,
        @Nullable String note,
        Optional<String> tag) {
      return count + text + empty + numbers + level + note + tag;
    }
  }

  @Test
  @DisplayName("S4-46 what is not given is its default, and what has none is nothing")
  void whatIsNotGiven() throws Exception {
    var tool = Tools.of(new Defaults()).named("take").orElseThrow();
    assertThat(tool.declaration().arguments())
        .extracting(ArgumentSpec::defaultJson)
        .containsExactly("10", "\"quoted\"", "\"\"", "[1,2]", null, null, null);
    var expected = "10quoted[1, 2]nullnullOptional.empty";
    assertThat(tool.body().run(JsonCall.of("{}"))).isEqualTo(expected);
    assertThat(
            tool.body()
                .run(JsonCall.of("{\"level\":null,\"note\":null,\"tag\":null,\"count\":null}")))
        .isEqualTo(expected);
  }

  enum Encoding {
    @Arg(name = "utf-8")
    UTF_8,
    @Arg(name = "gbk")
    GBK
  }

  /** S4-47, as its author would write it in Java. */
  static final class SearchCode {
    @Tool(description = "Search for patterns in code files", readOnly = true, idempotent = true)
    String searchCode(
        @Arg(description = "Search query string") String query,
        @Arg(description = "File match pattern", defaultValue = "*.py") String filePattern,
        @Arg(description = "Whether to be case-sensitive", defaultValue = "false")
            boolean caseSensitive,
        @Arg(description = "Maximum number of results", defaultValue = "100") int maxResults,
        @Arg(description = "File encoding", defaultValue = "utf-8") Encoding encoding,
        @Arg(description = "List of exclude patterns") Optional<List<String>> excludePatterns) {
      return query + filePattern + caseSensitive + maxResults + encoding + excludePatterns;
    }
  }

  @Test
  @Claim("S4-79")
  @DisplayName("S4-47, S4-79, C24 search_code has the schema of the seed, with encoding's default")
  void searchCode() {
    var declaration = declaration(new SearchCode(), "search_code");
    assertThat(declaration.inputSchema().tree())
        .isEqualTo(
            JsonCall.of(
                    """
                    {
                      "type": "object",
                      "properties": {
                        "query": {"type": "string", "description": "Search query string"},
                        "file_pattern": {"type": "string", "description": "File match pattern", "default": "*.py"},
                        "case_sensitive": {"type": "boolean", "description": "Whether to be case-sensitive", "default": false},
                        "max_results": {"type": "integer", "description": "Maximum number of results", "default": 100},
                        "encoding": {"type": "string", "enum": ["utf-8", "gbk"], "description": "File encoding", "default": "utf-8"},
                        "exclude_patterns": {"type": "array", "items": {"type": "string"}, "description": "List of exclude patterns"}
                      },
                      "required": ["query"]
                    }
                    """)
                .given());
  }

  @Test
  @DisplayName("S4-47 search_code runs with its query alone")
  void searchCodeRuns() throws Exception {
    var tool = Tools.of(new SearchCode()).named("search_code").orElseThrow();
    assertThat(tool.body().run(JsonCall.of("{\"query\":\"x\"}")))
        .isEqualTo("x*.pyfalse100UTF_8Optional.empty");
  }

  /** S4-70. */
  static final class Examples {
    @Tool(readOnly = true, idempotent = true)
    String readFile(String path) {
      return path;
    }

    @Tool(destructive = true)
    String deleteFile(String path) {
      return path;
    }

    @Tool(openWorld = true)
    String fetchUrl(String url) {
      return url;
    }
  }

  @Test
  @Claim("S4-70")
  @DisplayName("S4-70 read_file, delete_file and fetch_url have the hints of the seed")
  void theExamplesOfTheSeed() {
    assertThat(Tools.of(new Examples()).all())
        .extracting(tool -> tool.declaration().name() + " " + tool.declaration().hints())
        .containsExactly(
            "delete_file " + new Hints(null, false, true, false, false),
            "fetch_url " + new Hints(null, false, false, false, true),
            "read_file " + new Hints(null, true, false, true, false));
  }

  static class Parent {
    @Tool
    String inherited() {
      return "parent";
    }

    @Tool
    String replaced() {
      return "parent";
    }

    @Tool
    String silenced() {
      return "parent";
    }
  }

  static final class Child extends Parent {
    @Override
    @Tool
    String replaced() {
      return "child";
    }

    @Override
    String silenced() {
      return "child";
    }

    @Tool
    static String shared() {
      return "static";
    }
  }

  @Test
  @DisplayName("Tools are inherited, an overriding method speaks for itself, static ones are tools")
  void inheritedTools() throws Exception {
    var tools = Tools.of(new Child());
    assertThat(tools.all())
        .extracting(tool -> tool.declaration().name())
        .containsExactly("replaced", "shared", "inherited");
    for (var tool : tools.all()) {
      assertThat(tool.body().run(JsonCall.of("{}"))).isIn("child", "static", "parent");
    }
    assertThat(tools.named("replaced").orElseThrow().body().run(JsonCall.of("{}")))
        .isEqualTo("child");
  }

  static final class Throwing {
    @Tool
    void fail(boolean error) throws IOException {
      if (error) {
        throw new StackOverflowError("deep");
      }
      throw new IOException("no disk");
    }
  }

  @Test
  @DisplayName("What a tool throws comes out as it was thrown")
  void whatIsThrown() {
    var body = Tools.of(new Throwing()).named("fail").orElseThrow().body();
    assertThatThrownBy(() -> body.run(JsonCall.of("{\"error\":false}")))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("no disk");
    assertThatThrownBy(() -> body.run(JsonCall.of("{\"error\":true}")))
        .isExactlyInstanceOf(StackOverflowError.class);
  }

  @Test
  @DisplayName("A definition may have its schemas written by hand")
  void writtenSchemas() {
    var written =
        JsonSchema.of(
            "{\"type\":\"object\",\"$comment\":\"kept\"}".getBytes(StandardCharsets.UTF_8));
    var tool = Tools.define("x").inputSchema(written).outputSchema(written).handle(_ -> null);
    var declaration = declaration(tool, "x");
    assertThat(declaration.inputSchema()).isSameAs(written);
    assertThat(declaration.outputSchema()).isSameAs(written);
    assertThat(declaration(Tools.define("y").returns(int.class).handle(_ -> 1), "y").outputSchema())
        .isNotNull();
  }
}
