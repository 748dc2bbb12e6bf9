package dev.belay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Bad input: what cannot be understood is named, and the exit code is 2")
final class UsageTest {
  @TempDir private Path dir;
  private final FakeShell shell = new FakeShell();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "call echo --timout=3 -- x|belay call: unknown option --timout; did you mean --timeout?",
        "call echo npx -y x|belay call: unknown option -y. Options of the server itself go after"
            + " --",
        "call|belay call: TOOL is missing: the tool's name",
        "call echo|belay call: no server; add its command after --, its address as --url, or"
            + " --server NAME for a configured one",
        "call echo --|belay call: no server;",
        "call echo bob -- x|belay call: expected key=value, found 'bob'",
        "call echo --args nope -- x|belay call: --args is not JSON",
        "call echo --timeout|belay call: option --timeout needs a value",
        "call echo --timeout 1s2 -- x|belay: --timeout: expected seconds",
        "call echo --url http://127.0.0.1/mcp -- x|--url and -- CMD both name a server; give one",
        "call echo --url http://127.0.0.1/mcp --server a|--server and --url both name a server",
        "call echo --url 127.0.0.1|belay: --url: expected an address such"
            + " as http://127.0.0.1:4000/mcp",
        "call echo --url http://h/ --header nothing|belay: --header: expected" + " 'Name: value'",
        "call echo --url http://h/ --isolation call|belay: --isolation:"
            + " call is for servers with a command",
        "call echo --header A:b -- x|belay: --header: is for servers with a" + " url",
        "config show --header A:b|option --header needs a server: --url URL",
        "config check --host 0.0.0.0|belay: --host: is not loopback",
        "call echo --server a -- x|--server and -- CMD both name a server",
        "call echo --server a|no server 'a' in the configuration",
        "tools|belay tools: no server;",
        "sweep --total 0 -- x|belay sweep: --total: expected a whole number from 1 on, not 0",
        "sweep --total 20 -- x|belay sweep: 20 requests of each point are fewer than 200 at once",
        "sweep --total 1.5 -- x|belay sweep: --total: expected a whole number from 1 on, not 1.5",
        "sweep --p95-slo-ms fast -- x|belay sweep: --p95-slo-ms: expected a number, not 'fast'",
        "sweep --concurrency-values 0 -- x|belay sweep: --concurrency-values: concurrency values"
            + " must be positive integers, not '0'",
        "sweep --rate 5 --concurrency-values 5 -- x|--rate and --concurrency-values both say the"
            + " load",
        "sweep --args {} -- x|belay sweep: --args needs a tool: --tool NAME",
        "sweep --tool t --args [] -- x|belay sweep: --args must be a JSON object",
        "sweep --tolerance-factor 0.5 -- x|belay sweep: --tolerance-factor: expected 1 or more",
        "sweep --baseline-alpha 2 -- x|belay sweep: --baseline-alpha: expected a number from 0 to"
            + " 1",
        "sweep|belay sweep: no server;",
        "sweep --base-url nowhere|belay sweep: --base-url: expected an address such as"
            + " http://127.0.0.1:3002, not 'nowhere'",
        "sweep --base-url http://h --url http://h|--base-url and --url both name a server",
        "sweep --compare a|belay sweep: option --compare needs",
        "probe --timeout-secs 0 -- x|belay probe: --timeout-secs: expected more than 0",
        "probe --bench-small-concurrency 0 -- x|belay probe: --bench-small-concurrency: expected a"
            + " whole number from 1 on, not 0",
        "probe --log-fil x -- x|belay probe: unknown option --log-fil; did you mean --log-file?",
        "tools echo -- x|belay tools: too many words, from 'echo' on. A server's command goes"
            + " after",
        "tools accept --lst|belay tools accept: unknown option --lst; did you mean --list?",
        "tools accept a b|belay tools accept: too many words, from 'b' on",
        "doctor -- cat|belay doctor: it starts no server, so nothing stands after --",
        "ps -- cat|belay ps: it starts no server, so nothing stands after --",
        "turn|belay turn: expected run",
        "turn walk|belay turn: expected run, found 'walk'",
        "turn run|belay turn run: FILE is missing: the turn as JSON",
        "turn run no-such.json|belay turn run: there is no file no-such.json",
        "chat hello --url http://127.0.0.1:1 -- x|belay chat: --url names a gateway that runs",
        "chat hello --agnt main|belay chat: unknown option --agnt; did you mean --agent?",
        "job|belay job: ACTION is missing: show, result or cancel",
        "job shwo x|belay job: expected show, result or cancel, found 'shwo'; did you mean show?",
        "job show|belay job: ID is missing: an ID listed by belay jobs",
        "job show x --wait 5|belay job: --wait is for belay job result",
        "job result x --reason y|belay job: --reason is for belay job cancel",
        "job result x --wait soon|belay job: --wait: expected a number, not 'soon'",
        "job result x --wiat 5|belay job: unknown option --wiat; did you mean --wait?",
        "jobs show x|belay jobs: too many words, from 'show' on; of one job: belay job show ID",
        "jobs --al|belay jobs: unknown option --al; did you mean --all?",
        "config|belay config: ACTION is missing: show, check, approvals or schema",
        "config chek|expected show, check, approvals or schema, found 'chek'; did you mean check?",
        "config show --isolation call|option --isolation needs a server: -- CMD..."
      })
  void itIsNamed(String line, String said) throws IOException, InterruptedException {
    var words = List.of(line.split(" ", -1));

    assertThat(Subcommands.run(words.getFirst(), words.subList(1, words.size()), shell.shell()))
        .isEqualTo(ExitCode.USAGE);
    assertThat(shell.err()).contains(said);
    assertThat(shell.out()).isEmpty();
  }

  @Test
  @DisplayName(
      "Of a broken configuration belay ps tells the first error, how many more there are, and"
          + " where")
  void othersTellTheFirstOfManyErrors() throws IOException, InterruptedException {
    var file = write("mcp:\n  timout: 3\n  idle_timeout: soon\nserver: {}\n");

    assertThat(Subcommands.run("ps", List.of("--config", file), shell.shell()))
        .isEqualTo(ExitCode.USAGE);
    assertThat(shell.err())
        .contains(
            ": mcp.timout: unknown key; did you mean mcp.timeout? There are 2 more errors; belay"
                + " config check --config "
                + file
                + " tells all. Or say where it listens: --url");

    var one = write("mcp:\n  idle_timeout: soon\n");
    assertThat(Subcommands.run("ps", List.of("--config", one), shell.shell()))
        .isEqualTo(ExitCode.USAGE);
    assertThat(shell.err()).contains("found 'soon'. Or say where it listens: --url");
  }

  private String write(String text) throws IOException {
    return Files.writeString(dir.resolve("belay.yaml"), text).toString();
  }
}
