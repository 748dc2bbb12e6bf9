package dev.belay.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ServerNameTest {
  @ParameterizedTest
  @CsvSource({
    "my-server,my-server",
    "/usr/bin/my-server,my-server",
    "npx -y @modelcontextprotocol/server-everything,server-everything",
    "python3 -m my_server,my_server",
    "node ./dist/index.js,index.js",
    "uv run --directory /srv server.py,server.py",
    "java -cp a.jar:b.jar org.example.Server,org.example.Server",
    "docker run -i image/name,name",
    "npx -y,npx",
    "/,server"
  })
  void aServerIsCalledAfterWhatIsRun(String command, String name) {
    assertThat(ServerName.of(List.of(command.split(" ", -1)))).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:4000/mcp,127.0.0.1",
    "https://mcp.example.com,mcp.example.com",
    "https://mcp.example.com?a=b://c,mcp.example.com",
    "http://[::1]:4000/mcp,server",
    "nonsense,nonsense",
    "http://,server",
    "'',server"
  })
  void aServerAtAUrlIsCalledAfterItsMachine(String url, String name) {
    assertThat(ServerName.ofUrl(url)).isEqualTo(name);
  }
}
