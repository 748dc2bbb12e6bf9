package dev.belay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfigCommandTest {
  @TempDir private Path dir;
  private final FakeShell shell = new FakeShell();

  @BeforeEach
  void place() {
    shell.with("XDG_STATE_HOME", dir.resolve("state").toString());
  }

  @Test
  @DisplayName("P9: the means by which processes are found again are shown as probed here")
  void showTellsTheMeansOfThisMachine() throws IOException, InterruptedException {
    assertThat(run("show")).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).containsPattern("processes.means  .*cookie in the environment.*probed");
  }

  @Test
  void theServerOfTheCommandLineIsShownToo() throws IOException, InterruptedException {
    assertThat(run("show", "--timeout", "7", "--name", "x", "--", "cmd", "--a"))
        .isEqualTo(ExitCode.OK);
    assertThat(shell.out().replaceAll(" {2,}", " | "))
        .contains("mcpServers.x.command | cmd | command line\n")
        .contains("mcpServers.x.timeout | 7 | --timeout\n");
  }

  @Test
  @DisplayName("What a header holds is not shown")
  void aServerAtAUrlIsShownWithoutItsSecrets() throws IOException, InterruptedException {
    assertThat(
            run(
                "show",
                "--url",
                "http://h:4000/mcp?key=s3cret",
                "--header",
                "Authorization: s3cret",
                "--port=0"))
        .isEqualTo(ExitCode.OK);
    assertThat(shell.out().replaceAll(" {2,}", " | "))
        .contains("http.port | 0 | --port\n")
        .contains("mcpServers.h.url | http://h:4000/mcp?(hidden) | --url\n")
        .contains("mcpServers.h.headers.Authorization | (hidden) | --header\n")
        .doesNotContain("s3cret");
  }

  @Test
  @DisplayName("What approvals amount to is a row each, in the order of their precedence")
  void approvals() throws IOException, InterruptedException {
    var file =
        write(
            "b.yaml",
            """
            tools:
              "files__*": { approvers: 2 }
              "*__drop_*": { approval: deny, approval_reason: never by an agent }
              "files__write_*":
                approval: ask
                approval_reason: it changes files
                approval_clients: { "cursor*": person, "claude-code": allow }
              "exec": { approval: ask, approval_when: "/command is not git status" }
              "payments__*": { approval: ask }
              "payments__refund": { approvers: 2 }
            approval: { destructive: ask }
            """);
    assertThat(run("approvals", "--config", file)).isEqualTo(ExitCode.OK);
    assertThat(shell.out().replaceAll(" {2,}", " | ").replace(file, "b.yaml"))
        .isEqualTo(
            """
            TOOLS | CLIENTS | CALLS | SET AT
            payments__refund | any | wait for two people | b.yaml:10
            exec | any | wait for one person if /command is not git status, else run | b.yaml:8
            files__write_* | claude-code | run | b.yaml:7
            files__write_* | cursor* | wait for two people, not at the client: it changes files | b.yaml:7
            files__write_* | any | wait for two people: it changes files | b.yaml:5
            payments__* | any | wait for one person | b.yaml:9
            *__drop_* | any | are refused: never by an agent | b.yaml:3
            approval.destructive | any | wait for one person: the tool says that it may destroy something | b.yaml:11
            approval.unannotated | any | run | default
            other tools | any | run, unless the tool itself asks for a person | default
            """);
    assertThat(shell.err()).contains("belay approvals rules");

    assertThat(rows("files__drop_it", file)).hasSize(2).last().asString().contains("are refused");
    assertThat(rows("files__read", file)).hasSize(4).last().asString().startsWith("other tools");
    assertThat(rows("exec", file)).hasSize(2).last().asString().contains("git status");
    assertThat(shell.err()).contains("name the tool as server__tool");
    assertThat(run("show", "--tool", "exec")).isEqualTo(ExitCode.USAGE);
  }

  private List<String> rows(String tool, String file) throws IOException, InterruptedException {
    int before = shell.out().length();
    assertThat(run("approvals", "--tool", tool, "--config", file)).isEqualTo(ExitCode.OK);
    return shell.out().substring(before).lines().toList();
  }

  @Test
  @DisplayName("All faults of a script that a model follows, one a line")
  void aBrokenScript() throws IOException, InterruptedException {
    var script = write("s.yaml", "steps:\n  - sya: x\n  - say: [1]\n");
    var file = write("b.yaml", "models: { m: { provider: scripted, script: s.yaml } }\n");

    assertThat(run("check", "--config", file)).isEqualTo(ExitCode.USAGE);
    assertThat(shell.err().lines())
        .contains("belay: " + script + ":2:5: steps[0].sya: unknown key; did you mean say?")
        .hasSizeGreaterThan(1)
        .allMatch(line -> line.startsWith("belay: " + script + ":"));
  }

  @Test
  @DisplayName("Bad input: a negative duration is none, and said to be odd")
  void warningsDoNotFail() throws IOException, InterruptedException {
    assertThat(run("check", "--timeout", "-5")).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).isEqualTo("The configuration is valid: no servers.\n");
    assertThat(shell.err()).contains("belay: warning: --timeout: is negative and taken as 0");
  }

  @Test
  @DisplayName("A longest body that never finds room is told with both keys and their figures")
  void aBodyThatNeverFindsRoom() throws IOException, InterruptedException {
    var file = write("b.yaml", "http:\n  max_body_bytes: 1000000000\n  memory_percent: 1\n");

    assertThat(run("check", "--config", file)).isEqualTo(ExitCode.OK);
    assertThat(shell.err())
        .containsPattern(
            "^belay: warning: http\\.max_body_bytes \\(1000000000\\) is not less than a quarter of"
                + " what http\\.memory_percent \\(1\\) is here: [1-9][0-9]* bytes of a heap of"
                + " [1-9][0-9]*\\.");
  }

  @Test
  @DisplayName("Bad input: tokens that end the start of belay serve are told, with the next step")
  void tokensThatCannotBeUsed() throws IOException, InterruptedException {
    var tokens = dir.resolve("tokens.txt");
    var file = write("b.yaml", "auth: { tokens: { file: \"" + tokens + "\" } }\n");

    assertThat(run("check", "--config", file)).isEqualTo(ExitCode.USAGE);
    assertThat(shell.err())
        .isEqualTo(
            ("belay: auth.tokens.file: %1$s: is not there. This makes it:"
                    + " belay token new NAME\n")
                .formatted(tokens));

    write("tokens.txt", "ada: adas-token-0123456789\n");
    Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-rw-rw-"));
    assertThat(run("check", "--config", file)).isEqualTo(ExitCode.USAGE);
    assertThat(shell.err())
        .endsWith(
            "belay: %1$s: others can write it, and could add tokens: chmod 600 %1$s\n"
                .formatted(tokens));

    Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-------"));
    var before = shell.err();
    assertThat(run("check", "--config", file)).isEqualTo(ExitCode.OK);
    assertThat(shell.err()).isEqualTo(before);
    assertThat(dir.resolve("state")).as("a check makes nothing").doesNotExist();
  }

  @Test
  @DisplayName("HOUR-13: a configuration that holds is said to be valid")
  void aConfigurationThatHoldsIsSaid() throws IOException, InterruptedException {
    assertThat(run("check")).isEqualTo(ExitCode.OK);
    assertThat(run("check", "--", "npx", "-y", "files")).isEqualTo(ExitCode.OK);
    assertThat(shell.out())
        .isEqualTo(
            "The configuration is valid: no servers.\n"
                + "The configuration is valid: 1 server, files.\n");
    assertThat(shell.err()).isEmpty();
  }

  @Test
  @DisplayName("The schema for editors is printed whatever the file here says")
  void schemaTellsEditorsWhatAFileMayHold() throws IOException, InterruptedException {
    var file = write("b.yaml", "mcp: wrong\n");

    assertThat(run("schema", "--config", file)).isEqualTo(ExitCode.OK);
    assertThat(shell.err()).isEmpty();
    assertThat(shell.out())
        .startsWith("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n")
        .contains("\"mcpServers\": {")
        .endsWith("}\n");
  }

  @Test
  @DisplayName(
      "Of a broken configuration belay ps tells the first error, how many more there are, and"
          + " where")
  void othersTellTheFirstOfManyErrors() throws IOException, InterruptedException {
    var file = write("b.yaml", "mcp:\n  timout: 3\n  idle_timeout: soon\nserver: {}\n");

    assertThat(shell.run("ps", "--config", file)).isEqualTo(ExitCode.USAGE);
    assertThat(shell.err())
        .contains(
            ": mcp.timout: unknown key; did you mean mcp.timeout? There are 2 more errors; belay"
                + " config check --config "
                + file
                + " tells all. Or say where it listens: --url");

    var one = write("b.yaml", "mcp:\n  idle_timeout: soon\n");
    assertThat(shell.run("ps", "--config", one)).isEqualTo(ExitCode.USAGE);
    assertThat(shell.err()).contains("found 'soon'. Or say where it listens: --url");
  }

  private String write(String name, String text) throws IOException, InterruptedException {
    return Files.writeString(dir.resolve(name), text).toString();
  }

  private ExitCode run(String... args) throws IOException, InterruptedException {
    return shell.run("config", args);
  }
}
