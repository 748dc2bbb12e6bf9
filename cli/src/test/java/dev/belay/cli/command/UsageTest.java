package dev.belay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Bad input: what cannot be understood is named, and the exit code is 2")
final class UsageTest {
  private final FakeShell shell = new FakeShell();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "call echo --timout=3 -- x|belay call: unknown option --timout; did you mean --timeout?",
        "call|belay call: Missing required parameter: 'TOOL'",
        "call echo|belay call: no server; add its command after --, its address as --url, or"
            + " --server NAME for a configured one",
        "call echo --|belay call: no server;",
        "call echo bob -- x|belay call: expected key=value, found 'bob'",
        "call echo --args nope -- x|belay call: --args is not JSON",
        "call echo --timeout|belay call: option --timeout needs a value",
        "call echo --timeout 1s2 -- x|belay: --timeout: mcpServers.x.timeout: expected seconds",
        "call echo --url http://127.0.0.1/mcp -- x|--url and -- CMD both name a server; give one",
        "call echo --url http://127.0.0.1/mcp --server a|--server and --url both name a server",
        "call echo --url 127.0.0.1|belay: --url: mcpServers.127.0.0.1.url: expected an address such"
            + " as http://127.0.0.1:4000/mcp",
        "call echo --url http://h/ --header nothing|belay: --header: mcpServers.h.headers: expected"
            + " 'Name: value'",
        "call echo --url http://h/ --isolation call|belay: --isolation: mcpServers.h.isolation:"
            + " call is for servers with a command",
        "call echo --header A:b -- x|belay: --header: mcpServers.x.headers.A: is for servers with a"
            + " url",
        "config show --header A:b|option --header needs a server: --url URL",
        "config check --host 0.0.0.0|belay: --host: http.host: is not loopback",
        "call echo --server a -- x|--server and -- CMD both name a server",
        "call echo --server a|no server 'a' in the configuration",
        "tools|belay tools: no server;",
        "tools echo -- x|belay tools: too many words, from 'echo' on. A server's command goes"
            + " after",
        "config|belay config: Missing required parameter: 'ACTION'",
        "config chek|expected show or check, found 'chek'; did you mean check?",
        "config show --isolation call|option --isolation needs a server: -- CMD..."
      })
  void itIsNamed(String line, String said) throws IOException, InterruptedException {
    var words = List.of(line.split(" ", -1));

    assertThat(Subcommands.run(words.getFirst(), words.subList(1, words.size()), shell.shell()))
        .isEqualTo(ExitCode.USAGE);
    assertThat(shell.err()).contains(said);
    assertThat(shell.out()).isEmpty();
  }
}
