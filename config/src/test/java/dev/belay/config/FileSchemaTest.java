package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;

@DisplayName("belay config schema: an editor tells of a file what Belay would")
class FileSchemaTest {
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private static final Schema SCHEMA = REGISTRY.getSchema(Config.schema(), InputFormat.JSON);
  private static final Pattern EXAMPLE = Pattern.compile("(?s)```ya?ml\n(.*?)```");

  @TempDir Path directory;

  /**
   * Returns the examples of the pages that are a {@code belay.yaml}; others are scripts of models.
   */
  static List<String> examples() throws IOException {
    var pages = new ArrayList<Path>();
    pages.add(Path.of("../README.md"));
    try (var docs = Files.list(Path.of("../docs"))) {
      docs.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
    }
    var examples = new ArrayList<String>();
    for (var page : pages) {
      EXAMPLE
          .matcher(Files.readString(page))
          .results()
          .map(match -> match.group(1))
          .filter(FileSchemaTest::isConfiguration)
          .forEach(examples::add);
    }
    return examples;
  }

  private static boolean isConfiguration(String yaml) {
    return read(yaml) instanceof Map<?, ?> top
        && top.keySet().stream().anyMatch(key -> Config.ROOT.member(key.toString()) != null);
  }

  @Test
  void itIsASchemaOfDraft202012() {
    var meta =
        REGISTRY.getSchema(SchemaLocation.of(SpecificationVersion.DRAFT_2020_12.getDialectId()));
    assertThat(meta.validate(Config.schema(), InputFormat.JSON)).isEmpty();
  }

  @Test
  void thePagesHaveExamples() throws IOException {
    assertThat(examples()).hasSizeGreaterThan(8);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void anExampleOfAPageIsRight(String yaml) {
    assertThat(faults(yaml)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mcp: { timeuot: 1 }",
        "mcp: { timeout: soon }",
        "mcp: { timeout: [1] }",
        "mcp: 5",
        "mcp: { workers: 0 }",
        "mcp: { tools_list: { compact: yes } }",
        "http: { port: 65536 }",
        "http: { rate_limit: 5 }",
        "http: { max_body_bytes: 10 MB }",
        "auth: { oauth: { issuer: \"https://a.example\" } }",
        "access: { rules: [ { allow: [x] } ] }",
        "access: { rules: x }",
        "mcpServers: { a: { command: x, isolation: process } }",
        "mcpServers: { a: { command: x, args: \"-y\" } }",
        "mcpServers: { a: { url: \"ftp://h/\" } }",
        "tools: { \"*\": { concurency: exclusive } }",
        "tools: { \"*\": { retry: { on: [later] } } }",
        "agents: { a: { tools: [] } }",
        "models: { a: { provider: anthropc } }",
        "mcpServer: {}"
      })
  void whatBelayRefusesAnEditorMarks(String yaml) {
    assertThat(new Scene(directory).yaml(yaml).errors()).isNotEmpty();
    assertThat(faults(yaml)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mcp: { timeout: 1.5, idle_timeout: 500ms, startup_timeout: \"2 m\", prefix: always }",
        "mcp: { tools_list: { compact: native } }",
        "mcp: { tools_list: { compact: all, max_in_flight: \"5\" } }",
        "mcp: { max_line_bytes: 2 MiB }",
        "http:",
        "http: { allowed_hosts: \"a.example, b.example\", trusted_proxies: [10.0.0.0/8] }",
        "http: { rate_limit: 5/s, port: \"0\" }",
        "http: { rate_limit: 0 }",
        "audit: { fsync: true, file: audit.jsonl }",
        "mcpServers: { a: { command: x, args: [-p, 8080, true], env: { PORT: 80, A: b } } }",
        "mcpServers: { a: { url: \"${HOST:-http://h/}\", type: streamable-http } }",
        "tools: { \"*\": { retry: { max_attempts: 2, on: crashed } } }",
        "agents: { defaults: { toolTimeouts: { defaultMs: 5, overrides: { exec: 0 } } }, a: {} }",
        "turns: { loops: { window: 0 } }"
      })
  void whatBelayTakesAnEditorDoesNotMark(String yaml) {
    assertThat(new Scene(directory).yaml(yaml).errors()).isEmpty();
    assertThat(faults(yaml)).isEmpty();
  }

  @Test
  void everyKeySaysWhatItIsForAndWhatHoldsUnset() {
    assertThat(Config.schema())
        .contains("\"port\": {\"description\": \"port to listen at; 0 = any free one\"")
        .contains("\"default\": 3002")
        .contains("\"timeout\": {\"description\": \"longest that a call may take in all;");
  }

  private static List<String> faults(String yaml) {
    return SCHEMA.validate(json(read(yaml)), InputFormat.JSON).stream()
        .map(Error::toString)
        .toList();
  }

  /** Parses YAML like an editor. */
  private static Object read(String yaml) {
    var settings = LoadSettings.builder().setSchema(new CoreSchema()).build();
    return new Load(settings).loadFromString(yaml);
  }

  private static String json(Object value) {
    return switch (value) {
      case null -> "null";
      case Map<?, ?> map -> {
        var fields = new LinkedHashMap<String, String>();
        map.forEach((key, one) -> fields.put(json(key.toString()), json(one)));
        yield fields.entrySet().stream()
            .map(field -> field.getKey() + ":" + field.getValue())
            .collect(Collectors.joining(",", "{", "}"));
      }
      case List<?> list ->
          list.stream().map(FileSchemaTest::json).collect(Collectors.joining(",", "[", "]"));
      case String text ->
          "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
      default -> value.toString();
    };
  }
}
