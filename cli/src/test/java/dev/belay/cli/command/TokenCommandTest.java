package dev.belay.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.core.time.HandTime;
import dev.belay.testkit.json.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("belay token: made, listed, revoked; shown once and stored as a digest")
final class TokenCommandTest {
  private static final String SWITCHED_ON = "auth:\n  tokens:\n    file: tokens.txt\n";

  @TempDir Path here;
  private FakeShell shell = new FakeShell();

  private ExitCode run(String... words) throws IOException, InterruptedException {
    return Subcommands.run(new TokenCommand(here, new HandTime()), List.of(words), shell.shell());
  }

  private String config() throws IOException {
    return Files.readString(here.resolve("belay.yaml"));
  }

  @Test
  void aTokenIsPrintedOnceWithALineForEachClient() throws IOException, InterruptedException {
    Files.writeString(here.resolve("belay.yaml"), SWITCHED_ON);
    assertThat(run("new", "ada", "--role", "admin")).isEqualTo(ExitCode.OK);
    var token = shell.out().strip();
    assertThat(token).startsWith("belay_");
    assertThat(shell.err())
        .contains("The token of ada (admin).")
        .contains(
            "claude mcp add --transport http belay http://127.0.0.1:3002/mcp --header"
                + " 'Authorization: Bearer "
                + token
                + "'")
        .contains("code --add-mcp '{\"name\":\"belay\"")
        .contains("~/.cursor/mcp.json: \"mcpServers\": { \"belay\": { \"url\": ")
        .contains("curl -H 'Authorization: Bearer " + token)
        .contains("belay call TOOL --url http://127.0.0.1:3002/mcp --header")
        .doesNotContain("auth.tokens.file");
    assertThat(Files.readString(here.resolve("tokens.txt"))).doesNotContain(token);
    shell = new FakeShell();
    assertThat(run("list")).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).matches("NAME +ROLE +MADE\nada +admin +[0-9-]{10}\n");
    assertThat(shell.err()).isEmpty();
  }

  @Test
  @DisplayName(
      "Without auth in the configuration it says how to switch it on, and does so if asked")
  void tokensAreSwitchedOn() throws IOException, InterruptedException {
    Files.writeString(here.resolve("belay.yaml"), "mcp: { timeout: 9 }");
    assertThat(run("new", "ada")).isEqualTo(ExitCode.OK);
    assertThat(shell.err())
        .contains("names no auth.tokens.file yet, so the token is not asked for")
        .endsWith("  auth:\n    tokens:\n      file: tokens.txt\n");
    assertThat(config()).isEqualTo("mcp: { timeout: 9 }");
    shell = new FakeShell().onTerminal().typing(new ByteArrayInputStream("n\n".getBytes(UTF_8)));
    assertThat(run("new", "ada")).isEqualTo(ExitCode.OK);
    assertThat(config()).isEqualTo("mcp: { timeout: 9 }");
    shell = new FakeShell();
    assertThat(run("new", "ada", "--yes")).isEqualTo(ExitCode.OK);
    assertThat(config()).isEqualTo("mcp: { timeout: 9 }\n" + SWITCHED_ON);
    assertThat(shell.err()).contains("ada has 3 now: belay token revoke ada --keep-newest");
  }

  @Test
  void revokingSaysWhatItDid() throws IOException, InterruptedException {
    Files.writeString(here.resolve("belay.yaml"), SWITCHED_ON);
    assertThat(run("new", "ada", "--quiet", "--role", "admin")).isEqualTo(ExitCode.OK);
    assertThat(run("new", "ada", "--quiet")).isEqualTo(ExitCode.OK);
    assertThat(shell.err()).isEmpty();
    assertThat(run("revoke", "ada", "--keep-newest")).isEqualTo(ExitCode.OK);
    assertThat(shell.err()).startsWith("revoked 1 token of ada; a running belay serve refuses it");
    shell = new FakeShell();
    assertThat(run("list", "--json")).isEqualTo(ExitCode.OK);
    var tokens = Json.parse(shell.out().strip()).at("tokens").items();
    assertThat(tokens).hasSize(1);
    assertThat(tokens.getFirst().at("role").text()).as("as the one before").isEqualTo("admin");
    assertThat(run("revoke", "bob")).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err()).isEqualTo("belay: tokens.txt has no token of bob; there are: ada\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--quiet | ACTION is missing: new, list or revoke",
        "create ada | expected new, list or revoke, found 'create'",
        "lst | expected new, list or revoke, found 'lst'; did you mean list?",
        "new | new needs the NAME of a token",
        "list ada | list takes no name: ada",
        "new local | 'local': the name local is reserved for callers without a token",
        "new ada --role root | option --role: expected admin or user, found 'root'",
        "list --role admin | --role is for belay token new",
        "new ada --keep-newest | --keep-newest is for belay token revoke",
      })
  @DisplayName("Bad input: what is wrong, and what would be right")
  void mistakes(String words, String said) throws IOException, InterruptedException {
    assertThat(run(words.split(" ", -1))).isEqualTo(ExitCode.USAGE);
    assertThat(shell.err()).isEqualTo("belay token: " + said + "\nTry: belay token --help\n");
    assertThat(here).isEmptyDirectory();
  }
}
