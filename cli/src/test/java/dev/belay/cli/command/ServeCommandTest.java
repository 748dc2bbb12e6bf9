package dev.belay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.server.Serving;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.gateway.config.ServerSettings;
import dev.belay.gateway.config.Settings;
import dev.belay.gateway.config.Start;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("What belay serve understands, and what it says where it does not")
final class ServeCommandTest {
  private static final String TWO =
      "{\"mcpServers\": {\"a\": {\"command\": \"x\"}, \"b\": {\"url\": \"http://h/\"}}}";

  @TempDir private Path dir;
  private final FakeShell shell = new FakeShell().with("SECRET", "s3cret");
  private final List<Served> served = new ArrayList<>();

  private record Served(
      Settings settings, ServerSettings server, Map<String, String> environment) {}

  @Test
  void aCommandIsServed() throws IOException, InterruptedException {
    assertThat(serve("--port", "0", "--timeout=5", "--env", "A=b", "--", "npx", "-y", "s"))
        .isEqualTo(ExitCode.OK);
    var only = only();
    assertThat(only.server().name()).isEqualTo("s");
    assertThat(only.server().start())
        .isEqualTo(new Start.Command("npx", List.of("-y", "s"), Map.of("A", "b"), null));
    assertThat(only.server().timeout()).hasSeconds(5);
    assertThat(only.settings().http().port()).isZero();
    assertThat(only.settings().http().host()).isEqualTo("127.0.0.1");
    assertThat(only.settings().mcp().keepAliveFirst()).isPositive();
    assertThat(only.environment()).containsEntry("SECRET", "s3cret").containsEntry("A", "b");
  }

  @Test
  void aServerAtAUrlIsServed() throws IOException, InterruptedException {
    assertThat(
            serve(
                "--url=http://h:4000/mcp",
                "--header",
                "Authorization: Bearer ${SECRET}",
                "--resume-for",
                "5m"))
        .isEqualTo(ExitCode.OK);
    assertThat(only().server().start())
        .isEqualTo(
            new Start.Url(
                URI.create("http://h:4000/mcp"), Map.of("Authorization", "Bearer s3cret")));
    assertThat(only().settings().http().times().resumeFor()).isEqualTo(Duration.ofMinutes(5));
    assertThat(only().environment()).isEmpty();
  }

  @Test
  void theOnlyServerOfTheConfigurationNeedsNoName() throws IOException, InterruptedException {
    var file = write("{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}");
    assertThat(serve("--mcp-config", file, "--idle-timeout", "7")).isEqualTo(ExitCode.OK);
    assertThat(only().server().name()).isEqualTo("a");
    assertThat(only().server().idleTimeout()).hasSeconds(7);
    assertThat(only().environment()).containsKey("PATH").doesNotContainKey("SECRET");
  }

  @Test
  void oneOfSeveralServersIsServedByName() throws IOException, InterruptedException {
    assertThat(serve("--mcp-config", write(TWO), "--server", "b", "--header", "X-A: b"))
        .isEqualTo(ExitCode.OK);
    assertThat(only().server().start())
        .isEqualTo(new Start.Url(URI.create("http://h/"), Map.of("X-A", "b")));
  }

  @Test
  @DisplayName("Bad input: no server, several servers, an unknown one, two at once")
  void whichServerIsMeantMustBeClear() throws IOException, InterruptedException {
    refused("no server; add its command after --, its address as --url, or a configuration with");
    var file = write(TWO);
    refused("several servers; say --server and one of a, b", "--mcp-config", file);
    refused("no server 'c' in the configuration", "--mcp-config", file, "--server", "c");
    refused("--server and -- CMD both name a server", "--server", "a", "--", "x");
    refused("--server and --url both name a server", "--server", "a", "--url", "http://h/");
    refused("--url and -- CMD both name a server", "--url", "http://h/", "--", "x");
  }

  @Test
  @DisplayName("Bad input: options and values that mean nothing")
  void whatMeansNothingIsNamed() throws IOException, InterruptedException {
    refused("unknown option --prot; did you mean --port?", "--prot", "1", "--", "x");
    refused("option --port needs a value", "--port");
    refused("--port: http.port: expected a number from 0", "--port", "http", "--", "x");
    refused("--host: http.host: is not loopback", "--host", "0.0.0.0", "--", "x");
    refused("too many words, from 'x' on", "x");
    refused(".json:1:16: mcpServers: expected", "--mcp-config", write("{\"mcpServers\": 5}"));
  }

  @Test
  void theHelpShowsHowClientsReachIt() throws IOException, InterruptedException {
    assertThat(serve("--help")).isEqualTo(ExitCode.OK);
    assertThat(served).isEmpty();
    assertThat(shell.out())
        .startsWith("Usage: belay serve [OPTIONS] [-- CMD... | --url URL | --server NAME]\n")
        .contains("\nExamples:\n", "--idle-timeout=S", "--port=PORT", "${TOKEN}", "Exit codes: 0")
        .contains("claude mcp add --transport http belay http://127.0.0.1:3002/mcp\n");
    assertThat(shell.out().lines()).allMatch(line -> line.length() <= 100);
  }

  private void refused(String said, String... args) throws IOException, InterruptedException {
    var before = shell.err().length();
    assertThat(serve(args)).isEqualTo(ExitCode.USAGE);
    assertThat(shell.err().substring(before)).contains(said);
    assertThat(served).isEmpty();
  }

  private Served only() {
    assertThat(served).hasSize(1);
    return served.getFirst();
  }

  private String write(String text) throws IOException {
    return Files.writeString(dir.resolve("mcp.json"), text).toString();
  }

  private ExitCode serve(String... args) throws IOException, InterruptedException {
    Serving serving =
        (settings, server, environment, _) -> {
          served.add(new Served(settings, server, environment));
          return ExitCode.OK;
        };
    return Subcommands.run(new ServeCommand(serving), List.of(args), shell.shell());
  }
}
