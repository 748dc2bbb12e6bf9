package dev.belay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.log.LogStyle;
import dev.belay.cli.log.LogStyle.Detail;
import dev.belay.cli.server.Serving;
import dev.belay.cli.server.Serving.Reloading;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.config.AuthSettings.AuthMode;
import dev.belay.config.Loaded;
import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.config.Start;
import dev.belay.testkit.json.Json;
import dev.belay.tools.declare.NativeTool;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
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
  private @Nullable Reloading last;
  private @Nullable LogStyle logStyle;

  private record Served(
      Settings settings,
      ServerSettings server,
      Map<String, String> environment,
      List<String> tools) {}

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
  void theLogIsAsWanted() throws IOException, InterruptedException {
    assertThat(serve("--", "x")).isEqualTo(ExitCode.OK);
    assertThat(logStyle).isEqualTo(LogStyle.USUAL);
    for (var verbose : List.of("-v", "--verbose")) {
      assertThat(serve("--log", "json", verbose, "--", "x")).isEqualTo(ExitCode.OK);
      assertThat(logStyle).isEqualTo(new LogStyle(true, Detail.VERBOSE));
    }
    for (var quiet : List.of("-q", "--quiet")) {
      assertThat(serve(quiet, "--log=text", "--", "x")).isEqualTo(ExitCode.OK);
      assertThat(logStyle).isEqualTo(new LogStyle(false, Detail.QUIET));
    }
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
  void allServersOfTheConfigurationAreServedInItsOrder() throws IOException, InterruptedException {
    var more =
        Files.writeString(dir.resolve("more.json"), "{\"mcpServers\":{\"0\":{\"command\":\"y\"}}}");
    assertThat(serve("--mcp-config", write(TWO), "--mcp-config", more.toString(), "--timeout", "9"))
        .isEqualTo(ExitCode.OK);
    assertThat(served).extracting(one -> one.server().name()).containsExactly("a", "b", "0");
    assertThat(served.getFirst().settings().mcp().timeout()).hasSeconds(9);
    assertThat(served.getFirst().environment()).containsKey("PATH").doesNotContainKey("SECRET");
  }

  @Test
  void someServersOfTheConfigurationAreServedByName() throws IOException, InterruptedException {
    var three =
        "{\"mcpServers\": {\"a\": {\"command\": \"x\"}, \"b\": {\"url\": \"http://h/\"},"
            + " \"c\": {\"command\": \"z\"}}}";
    assertThat(serve("--mcp-config", write(three), "--server=c", "--server", "a"))
        .isEqualTo(ExitCode.OK);
    assertThat(served).extracting(one -> one.server().name()).containsExactly("a", "c");
  }

  @Test
  @DisplayName("Bad input: no server, an unknown one, two at once, an option of one for many")
  void whichServerIsMeantMustBeClear() throws IOException, InterruptedException {
    refused("no server; add its command", "--mcp-config", write("{\"mcpServers\": {}}"));
    var file = write(TWO);
    refused("option --isolation needs a server", "--mcp-config", file, "--isolation", "call");
    refused("option --header needs a server", "--mcp-config", file, "--header", "A: b");
    refused("no server 'c' in the configuration", "--mcp-config", file, "--server", "c");
  }

  private static final String ONE_IS_WRONG =
      "{\"mcpServers\": {\"docs\": {\"url\": \"http://h/${UNSET}\"},"
          + " \"files\": {\"command\": \"x\"}}}";

  @Test
  @DisplayName("Bad input: what is wrong with one server of a client's file withholds no other")
  void aWrongServerOfAClientsFileIsLeftOut() throws IOException, InterruptedException {
    assertThat(serve("--mcp-config", write(ONE_IS_WRONG))).isEqualTo(ExitCode.OK);
    assertThat(only().server().name()).isEqualTo("files");
    assertThat(shell.err()).contains("UNSET is not set; the server 'docs' is LEFT OUT");
  }

  @Test
  @DisplayName("--log json: what is said before there is a log is an object a line, too")
  void earlyLinesAreJson() throws IOException, InterruptedException {
    assertThat(serve("--log", "json", "--samples", "basic", "--mcp-config", write(ONE_IS_WRONG)))
        .isEqualTo(ExitCode.OK);
    assertThat(shell.err().lines().map(line -> Json.parse(line).at("event").text()))
        .contains("trouble", "message");
    assertThat(Json.parse(shell.err().lines().findFirst().orElseThrow()).at("text").text())
        .startsWith("warning: ")
        .contains("UNSET is not set");
  }

  @Test
  @DisplayName("Bad input: an unknown server is named with those there are, right or wrong")
  void anUnknownServerIsNamedAlsoBesideWrongOnes() throws IOException, InterruptedException {
    var file = write(ONE_IS_WRONG);
    refused(
        "no server 'file' in the configuration; did you mean 'files'? There are: docs, files",
        "--mcp-config",
        file,
        "--server",
        "file");
    refused("UNSET is not set", "--mcp-config", file, "--server", "docs");
  }

  @Test
  @DisplayName("Bad input: options and values that mean nothing")
  void whatMeansNothingIsNamed() throws IOException, InterruptedException {
    refused(".json:1:16: mcpServers: expected", "--mcp-config", write("{\"mcpServers\": 5}"));
  }

  @Test
  @DisplayName("--no-auth asks nobody on loopback, and is refused anywhere else")
  void nobodyIsAskedOnLoopbackAlone() throws IOException, InterruptedException {
    assertThat(serve("--no-auth", "--port", "0", "--", "x")).isEqualTo(ExitCode.OK);
    assertThat(only().settings().auth().mode()).isEqualTo(AuthMode.NONE);
  }

  @Test
  @DisplayName(
      "GHSA-g53w-w6mj-hrpp: no option takes a token of ours, which all processes could see")
  void noOptionTakesAToken() {
    assertThat(ServeCommand.OPTIONS).noneMatch(option -> option.matches(".*(token|secret|key).*"));
  }

  @Test
  @DisplayName("Without any server the samples are served, below this folder, and a person is told")
  void withoutAServerTheSamplesAreServed() throws IOException, InterruptedException {
    assertThat(serve()).isEqualTo(ExitCode.OK);
    assertThat(only().server().name()).isEqualTo("samples");
    assertThat(only().server().start()).isInstanceOf(Start.Native.class);
    assertThat(only().tools())
        .contains("search_code", "read_file", "research", "ingest_document")
        .doesNotContain("exec", "delete_file");
    assertThat(shell.err())
        .contains(
            "serving sample tools, which may read files below " + Path.of("").toAbsolutePath())
        .contains("Your own: belay serve -- CMD, --url URL, or mcpServers in belay.yaml.");
  }

  @Test
  @DisplayName("--samples all adds what runs programs and deletes, in the folders of --root alone")
  void allOfThem() throws IOException, InterruptedException {
    var other = Files.createDirectory(dir.resolve("other"));
    assertThat(serve("--samples=all", "--root", dir.toString(), "--root", other.toString()))
        .isEqualTo(ExitCode.OK);
    assertThat(only().tools()).contains("read_file", "exec", "delete_file");
    assertThat(shell.err()).contains("run programs", "below " + dir + ", " + other + ".");
  }

  @Test
  @DisplayName(
      "--samples stands them beside configured servers, and beside one of the command line")
  void besideOthers() throws IOException, InterruptedException {
    assertThat(serve("--mcp-config", write(TWO), "--samples", "basic")).isEqualTo(ExitCode.OK);
    assertThat(served).extracting(one -> one.server().name()).containsExactly("a", "b", "samples");
    served.clear();
    assertThat(serve("--mcp-config", write(TWO), "--server", "a", "--samples", "basic"))
        .isEqualTo(ExitCode.OK);
    assertThat(served).extracting(one -> one.server().name()).containsExactly("a", "samples");
    served.clear();
    assertThat(serve("--samples", "basic", "--", "x")).isEqualTo(ExitCode.OK);
    assertThat(served).extracting(one -> one.server().name()).containsExactly("x", "samples");
    served.clear();
    assertThat(serve("--mcp-config", write(TWO))).isEqualTo(ExitCode.OK);
    assertThat(served).extracting(one -> one.server().name()).containsExactly("a", "b");
  }

  @Test
  @DisplayName("A configuration that loses its servers while Belay runs gets no samples for them")
  void noSamplesInPlaceOfServers() throws IOException, InterruptedException {
    var file = dir.resolve("belay.yaml");
    Files.writeString(file, "mcpServers: { a: { command: x } }");
    assertThat(serve("--config", file.toString())).isEqualTo(ExitCode.OK);
    Files.writeString(file, "mcpServers: {}");
    assertThat(Objects.requireNonNull(last).load())
        .isInstanceOfSatisfying(
            Loaded.Good.class, good -> assertThat(good.settings().servers()).isEmpty());
  }

  @Test
  @DisplayName("Bad input: samples that there are not, a folder that is none, a name that is taken")
  void badSamples() throws IOException, InterruptedException {
    refused("option --root: there is no folder " + dir + "/none", "--root", dir + "/none");
    refused(
        "mcpServers.samples: is the name of the sample tools; give the server another name",
        "--samples",
        "basic",
        "--mcp-config",
        write("{\"mcpServers\": {\"samples\": {\"command\": \"x\"}}}"));
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
        (settings, reloading, provisions, style, _) -> {
          logStyle = style;
          last = reloading;
          for (var server : reloading.servers(settings)) {
            var tools =
                server.start() instanceof Start.Native
                    ? provisions.tools(server).all()
                    : List.<NativeTool>of();
            served.add(
                new Served(
                    settings,
                    server,
                    provisions.environment(server),
                    tools.stream().map(tool -> tool.declaration().name()).toList()));
          }
          return ExitCode.OK;
        };
    return Subcommands.run(new ServeCommand(serving), List.of(args), shell.shell());
  }
}
