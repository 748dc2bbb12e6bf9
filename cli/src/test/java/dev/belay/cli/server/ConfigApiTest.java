package dev.belay.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.server.KnownTools.Known;
import dev.belay.cli.server.KnownTools.LimitedTool;
import dev.belay.config.Config;
import dev.belay.config.Loaded;
import dev.belay.config.Settings;
import dev.belay.config.Sources;
import dev.belay.http.route.Access;
import dev.belay.http.route.Request;
import dev.belay.testbed.route.RouteAnswer;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("GET /api/config has what belay config show prints, for admins alone, and no secret")
final class ConfigApiTest {
  @TempDir private Path directory;

  private Settings settings(String yaml) throws IOException {
    Files.writeString(directory.resolve("belay.yaml"), yaml);
    var environment = Map.of("BELAY_KEY", "s3cret-of-environment");
    var sources = new Sources(directory, null, List.of(), environment, List.of(), null);
    if (!(Config.load(sources) instanceof Loaded.Good(var settings, var _))) {
      throw new IllegalStateException(Config.load(sources).toString());
    }
    return settings;
  }

  private static RouteAnswer ask(Access.Known who, Settings started, Settings now, KnownTools tools)
      throws InterruptedException {
    return RouteAnswer.by(
        new ConfigApi(Access.everybody(who), started, () -> now, tools).routes(),
        new Request("GET", "/api/config", null, Map.of(), new byte[0], "loopback"));
  }

  private static Json answer(Settings started, Settings now, KnownTools tools)
      throws InterruptedException {
    var answered = ask(Access.Known.OWNER, started, now, tools);
    assertThat(answered.status).isEqualTo(200);
    return answered.json();
  }

  private static final KnownTools NONE = _ -> new Known(List.of(), 0);

  @Test
  @DisplayName("Its values are the rows of config show, in their order")
  void values() throws IOException, InterruptedException {
    var settings = settings("mcp: { timeout: 60 }\nmcpServers: { files: { command: cat } }\n");
    var values = answer(settings, settings, NONE).at("values").items();
    assertThat(values)
        .extracting(row ->
            new Settings.Row(row.at("key").text(), row.at("value").text(), row.at("origin").text()))
        .isEqualTo(settings.explain());
    assertThat(values)
        .extracting(Json::raw)
        .contains("{\"key\":\"mcp.timeout\",\"value\":\"60\",\"origin\":\"belay.yaml:1\"}");
  }

  @Test
  @DisplayName("No secret of a token, header, variable, key, query or argument is in it")
  void secrets() throws IOException, InterruptedException {
    var settings =
        settings(
            """
            auth: { tokens: { env: BELAY_KEY } }
            audit: { file: audit.jsonl }
            models: { claude: { provider: anthropic, model: m, api_key: s3cret-key } }
            approval:
              notify: { url: "https://hooks.example.com/s3cret-path" }
            mcpServers:
              docs:
                url: "https://docs.example.com/mcp?key=s3cret-query"
                headers: { Authorization: "Bearer s3cret-header-${BELAY_KEY}", X-Key: s3cret-header }
              files:
                command: cat
                args: [--token, s3cret-argument, "Authorization: Bearer s3cret-argument"]
                env: { TOKEN: s3cret-variable, OTHER: "s3cret-${BELAY_KEY}", REST: "${NO:-s3cret}" }
            """);
    var answered = ask(Access.Known.OWNER, settings, settings, NONE);
    assertThat(answered.status).isEqualTo(200);
    assertThat(answered.text())
        .doesNotContain("s3cret")
        .contains("\"mcpServers.docs.headers.X-Key\",\"value\":\"(hidden)\"")
        .contains("\"mcpServers.files.env.TOKEN\",\"value\":\"(hidden)\"")
        .contains("\"mcpServers.files.args\",\"value\":\"'--token' '(hidden)'")
        .contains("\"models.claude.api_key\",\"value\":\"(hidden)\"");
  }

  @Test
  @DisplayName("Who is no admin is refused")
  void adminsAlone() throws IOException, InterruptedException {
    var settings = settings("{}");
    var answered = ask(new Access.Known("ann", Set.of()), settings, settings, NONE);
    assertThat(answered.status).isEqualTo(403);
    assertThat(answered.text())
        .isEqualTo("{\"error\":\"the configuration needs the scope admin\"}");
  }

  @Test
  @DisplayName("After a reload it has the new values, and names those that wait for the next start")
  void reloaded() throws IOException, InterruptedException {
    var started = settings("mcp: { timeout: 60 }\n");
    assertThat(answer(started, started, NONE).at("at_next_start").raw()).isEqualTo("[]");
    var now = settings("mcp: { timeout: 70 }\nhttp: { port: 4711 }\n");
    var answer = answer(started, now, NONE);
    assertThat(answer.at("at_next_start").raw()).isEqualTo("[\"http.port\"]");
    assertThat(answer.at("values").items())
        .extracting(Json::raw)
        .contains("{\"key\":\"mcp.timeout\",\"value\":\"70\",\"origin\":\"belay.yaml:1\"}");
  }

  @Test
  @DisplayName("A tool has its limits, and what sets and changes each; 5,000 tools are the most")
  void tools() throws IOException, InterruptedException {
    var settings =
        settings(
            """
            mcpServers: { files: { command: cat, timeout: 0 } }
            tools: { "files__r*": { idle_timeout: 0.5 } }
            """);
    KnownTools many =
        most ->
            new Known(
                IntStream.range(0, most)
                    .mapToObj(i ->
                        new LimitedTool(
                            i == 0 ? "files__read" : null,
                            "files",
                            "read",
                            settings.limits("files", "read"),
                            12))
                    .toList(),
                7);
    var answer = answer(settings, settings, many);
    assertThat(answer.at("tools").items()).hasSize(5_000);
    assertThat(answer.at("more_tools").raw()).isEqualTo("7");
    assertThat(answer.at("tools").items().getFirst().raw())
        .isEqualTo(
            """
            {"name":"files__read","server":"files","tool":"read","timeout_s":null,\
            "timeout_origin":"belay.yaml:1","timeout_lever":"mcpServers.files.timeout",\
            "idle_timeout_s":0.500,"idle_timeout_origin":"belay.yaml:2",\
            "idle_timeout_lever":"tools.\\"files__r*\\".idle_timeout","definition_bytes":12}\
            """);
  }
}
