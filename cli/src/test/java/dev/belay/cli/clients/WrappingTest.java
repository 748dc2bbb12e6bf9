package dev.belay.cli.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.cli.clients.ServerEntry.How;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("belay wrap -- before each server's command, and nothing else of a file changed")
final class WrappingTest {
  private static final String BELAY = "/opt/belay/bin/belay";

  @TempDir Path directory;

  static Stream<String> samples() {
    return Samples.all().keySet().stream();
  }

  private ClientConfig read(String name, String text) throws IOException, NotUnderstood {
    var path = directory.resolve(name);
    Files.createDirectories(Objects.requireNonNull(path.getParent()));
    Files.writeString(path, text);
    return Objects.requireNonNull(ClientConfig.read(KnownClient.of(path), path));
  }

  private String wrapped(String name, String text) throws IOException, NotUnderstood {
    return Change.wrapping(read(name, text), BELAY).after();
  }

  @ParameterizedTest
  @MethodSource("samples")
  @DisplayName("Every sample: each command is governed then, with the words it had, once")
  void eachCommandKeepsItsWords(String name) throws IOException, NotUnderstood {
    var before = read(name, Objects.requireNonNull(Samples.all().get(name)));
    var change = Change.wrapping(before, BELAY);
    var after = read(name, change.after());
    assertThat(after.entries()).hasSameSizeAs(before.entries());
    for (int at = 0; at < before.entries().size(); at++) {
      var was = before.entries().get(at);
      var is = after.entries().get(at);
      assertThat(is.name()).isEqualTo(was.name());
      assertThat(is.env()).isEqualTo(was.env());
      if (was.how() instanceof How.Command(List<String> words, var _, List<String> options)) {
        assertThat(is.how()).isEqualTo(new How.Command(words, true, options));
      } else {
        assertThat(is.how()).isEqualTo(was.how());
      }
    }
    assertThat(Change.wrapping(after, BELAY).isAny()).as("a second import").isFalse();
  }

  @Test
  void commentsLineEndsAndTrailingCommasStay() throws IOException, NotUnderstood {
    var text = Objects.requireNonNull(Samples.all().get("project/.vscode/mcp.json"));
    var expected =
        text.replace("\"uvx\", // by uv", "\"/opt/belay/bin/belay\", // by uv")
            .replace(
                "\t\t\t\t\"mcp-search\",",
                "\t\t\t\t\"wrap\",\r\n"
                    + "\t\t\t\t\"--\",\r\n"
                    + "\t\t\t\t\"uvx\",\r\n"
                    + "\t\t\t\t\"mcp-search\",")
            .replace(
                "\"command\": \"plain-server\",",
                "\"command\": \"/opt/belay/bin/belay\",\r\n"
                    + "\t\t\t\"args\": [\"wrap\", \"--\", \"plain-server\"],");
    assertThat(wrapped(".vscode/mcp.json", text)).isEqualTo(expected);
  }

  @Test
  void linesOfTomlStay() throws IOException, NotUnderstood {
    var text = Objects.requireNonNull(Samples.all().get("home/.codex/config.toml"));
    var expected =
        text.replace("command = 'npx' ", "command = \"/opt/belay/bin/belay\" ")
            .replace("[\"-y\", \"docs", "[\"wrap\", \"--\", 'npx', \"-y\", \"docs")
            .replace(
                "command = \"plain\"\n",
                "command = \"/opt/belay/bin/belay\"\nargs = [\"wrap\", \"--\", \"plain\"]\n")
            .replace("  \"--a\"", "  \"wrap\",\n  \"--\",\n  \"many\",\n  \"--a\"")
            .replace("command = \"many\"", "command = \"/opt/belay/bin/belay\"");
    assertThat(wrapped(".codex/config.toml", text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mcp_servers.a.command = 'x' | mcp_servers.a.command = \"B\"~mcp_servers.a.args ="
            + " [\"wrap\", \"--\", 'x']",
        "mcp_servers = { a = { command = 'x' } } | mcp_servers = { a = { command = \"B\", args ="
            + " [\"wrap\", \"--\", 'x'] } }",
        "[mcp_servers]~a = {args=[], command='x'} | [mcp_servers]~a = {args=[\"wrap\", \"--\","
            + " 'x'], command=\"B\"}",
        "[ mcp_servers . 'a' ] # a~\"command\" = '''x''' # c~z = 1979-05-27 07:32:00 | ["
            + " mcp_servers . 'a' ] # a~\"command\" = \"B\" # c~args = [\"wrap\", \"--\","
            + " '''x''']~z = 1979-05-27 07:32:00",
      })
  void everyFormOfATable(String before, String after) throws IOException, NotUnderstood {
    assertThat(wrapped(".codex/config.toml", before.replace("~", "\n")))
        .isEqualTo(after.replace("~", "\n").replace("\"B\"", '"' + BELAY + '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{ 'command': 'npx -y x' } | its command is a whole line; a program goes into command, and"
            + " each further word into args",
        "{ 'command': 5 } | its command is no text",
        "{ 'command': 'x', 'args': 'y' } | its args are no list of texts",
        "{ 'command': 'x', 'args': null } | its args are null; leave them out",
        "{ 'command': 'x', 'url': 'y' } | it has a command and a url",
        "{ 'command': 'x', 'args': ['a\\u0000'] } | it has a character that no command can have",
        "{ } | it has no command and no url",
        "5 | it is no object",
        "{ 'url': 'https://a/mcp?k=1' } | at https://a/mcp?…; belay import --serve takes it over",
        "{ 'command': 'npx', 'args': ['-y', 'belay-mcp@1', 'wrap', 'x'] } | it is wrapped already",
      })
  @DisplayName("What cannot be wrapped stays, and the reason is said")
  void whatStays(String server, String why) throws IOException, NotUnderstood {
    var text = ("{\"mcpServers\":{\"a\":" + server + "}}").replace('\'', '"');
    var change = Change.wrapping(read(".mcp.json", text), BELAY);
    assertThat(change.isAny()).isFalse();
    assertThat(change.notes()).extracting(Change.Note::about).containsExactly(why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ".mcp.json | { | line 1: is no JSON",
        ".mcp.json | {} x | line 1: is no JSON",
        ".mcp.json | [] | line 1: expected an object in braces",
        ".mcp.json | {'a':1,'a':2} | line 1: is no JSON",
        ".mcp.json | {'mcpServers':[]} | mcpServers is no object",
        "c.toml | a = | line 1: expected a value",
        "c.toml | a = 'x | line 1: a string without its end",
        "c.toml | ~a = 1 b | line 2: expected the end of the line",
        "c.toml | a = [1~2] | line 2: expected , or ]",
        "c.toml | a = 1~a = 2~ | line 2: the key a is there twice",
        "c.toml | a = 1~[a.b] | line 2: the key a is a value and a table",
        "c.toml | a = \"\\q\" | line 1: an escape that TOML does not have",
        "c.toml | mcp_servers = 1 | mcp_servers is no object",
      })
  @DisplayName("Bad input: the line is named, and nothing that stands in it")
  void brokenFiles(String name, String text, String why) {
    assertThatThrownBy(() -> read(name, text.replace('\'', '"').replace("~", "\n")))
        .isInstanceOf(NotUnderstood.class)
        .hasMessage(why);
  }

  @Test
  @DisplayName("A large file, as ~/.claude.json becomes: places hold wherever a buffer ends")
  void placesHoldInALargeFile() throws IOException, NotUnderstood {
    // In steps shorter than what follows the long text, so that each buffer's end falls into that.
    for (int length = 33_000; length < 37_100; length += 37) {
      var before =
          "{\"history\":\"" + "ä".repeat(length) + "\",\"mcpServers\":{\"files\":{\"command\":";
      var text = before + "\"npx\" , \"args\": [ \"-y\"]}}}";
      assertThat(wrapped(".mcp.json", text))
          .isEqualTo(
              before + '"' + BELAY + "\" , \"args\": [ \"wrap\", \"--\", \"npx\", \"-y\"]}}}");
    }
  }

  @Test
  void deepNestingIsRefused() {
    for (var each : Map.of(".mcp.json", "{\"a\":", "c.toml", "").entrySet()) {
      var text =
          each.getValue() + (each.getKey().endsWith("toml") ? "a = " : "") + "[".repeat(9999);
      assertThatThrownBy(() -> read(each.getKey(), text)).isInstanceOf(NotUnderstood.class);
    }
  }

  @Test
  @DisplayName("Secrets of a file do not get onto the screen")
  void theDiffShowsNoSecret() throws IOException, NotUnderstood {
    var text =
        "{\"mcpServers\":{\"a\":{\"command\":\"a\",\"env\":{\"API_KEY\":\"abc\",\"X\":\"ghp_"
            + "a".repeat(36)
            + "\"}}}}";
    assertThat(Change.wrapping(read(".mcp.json", text), BELAY).diff())
        .hasSize(3)
        .first()
        .isEqualTo("@@ line 1 @@");
    assertThat(String.join("\n", Change.wrapping(read(".mcp.json", text), BELAY).diff()))
        .contains("\"API_KEY\":\"(hidden)\"")
        .doesNotContain("abc", "ghp_");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        ".mcp.json | {'mcpServers':{'a':{'command':'srv','args':['--api-key=SECRET']}}}",
        ".mcp.json | {'mcpServers':{'a':{'command':'srv','args':['--api-key', 'SECRET']}}}",
        ".mcp.json | {'mcpServers':{'a':{'command':'srv','args':['--token',~'SECRET']}}}",
        ".mcp.json | {'mcpServers':{'a':{'env':{'API_KEY':~'SECRET'},'command':'srv'}}}",
        ".mcp.json | {'mcpServers':{'a':{'env':{'API_KEY':8154},'command':'srv'}}}",
        ".mcp.json | {'mcpServers':{'a':{'command':'srv','args':['db://me:SECRET@h/x']}}}",
        ".mcp.json | {'mcpServers':{'a':{'command':'srv'},'b':{'url':'http://me:SECRET@h/'}}}",
        ".mcp.json | {'mcpServers':{'a':{'command':'srv','args':['belay_KEY']}}}",
        "c.toml | [mcp_servers.a]~env = {API_KEY = `SECRET`}~command = `srv`",
        "c.toml | mcp_servers = {a = {env = {API_KEY = ```x~SECRET```}, command = `srv`}}",
        "c.toml | [mcp_servers.a]~command = `--api-key=SECRET`~args = []",
        "c.toml | [mcp_servers.a]~command = `--api-key=SECRET`",
      })
  @DisplayName("No notation brings a secret onto the screen, neither in lines nor in notes")
  void noSecretIsShown(String name, String written) throws IOException, NotUnderstood {
    var text =
        written
            .replace('\'', '"')
            .replace('`', '\'')
            .replace("~", "\n")
            .replace("_KEY\"]", "_" + "k".repeat(43) + "\"]");
    var change = Change.wrapping(read(name, text), BELAY);
    assertThat(change.isAny()).isTrue();
    assertThat(change.diff() + " " + change.notes().stream().map(Change.Note::about).toList())
        .doesNotContain("SECRET", "8154", "kkk")
        .contains("srv".repeat(text.contains("srv") ? 1 : 0));
  }

  @Test
  @DisplayName("Bounds: a thousand servers in a file are wrapped, and one more is refused")
  void manyServers() throws IOException, NotUnderstood {
    var servers = new StringBuilder("{\"mcpServers\":{\n\"s0\":{\"command\":\"a\"}");
    for (int at = 1; at < 1_000; at++) {
      servers.append(",\n\"s").append(at).append("\":{\"command\":\"a\"}");
    }
    var change = Change.wrapping(read(".mcp.json", servers + "}}"), BELAY);
    assertThat(change.diff()).contains("@@ line 2 @@").hasSize(3_000);
    assertThatThrownBy(() -> read(".mcp.json", servers + ",\"last\":{\"command\":\"a\"}}}"))
        .hasMessage("has more than 1,000 servers");
  }
}
