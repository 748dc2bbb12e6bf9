package dev.belay.gateway.listing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.Config;
import dev.belay.config.Loaded;
import dev.belay.config.Settings;
import dev.belay.config.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("P23: a principal that may not call a tool does not see it either")
final class ToolPolicyTest {
  private static final String CONFIG =
      """
      access:
        rules:
          - { principals: [ci-*, bot], allow: ["files__*", "find_*"], deny: ["*write*"] }
          - { principals: [root] }
          - { principals: ["*"], deny: ["files__delete_*"] }
      mcpServers:
        files: { command: a }
        evil: { command: b, tools: { allow: ["ok*", "files__*"], deny: ["ok_not"] } }
      """;

  @TempDir Path directory;

  private ToolPolicy policy(String yaml) throws IOException {
    Files.writeString(directory.resolve(Config.FILE), yaml);
    var sources = new Sources(directory, null, List.of(), Map.of(), List.of(), null);
    assertThat(Config.load(sources)).isInstanceOf(Loaded.Good.class);
    return new ToolPolicy(((Loaded.Good) Config.load(sources)).settings());
  }

  @ParameterizedTest
  @CsvSource({
    // allow, and deny over it
    "ci-1, files, read, true",
    "ci-1, files, write_all, false",
    "bot, files, overwrite, false",
    "bot, docs, read, false",
    // a pattern without a server is about the tool alone
    "bot, docs, find_it, true",
    // the first rule that names somebody counts, and no other
    "root, files, delete_all, true",
    "anna, files, delete_all, false",
    "anna, docs, delete_all, true",
    // no server passes for another by the names of its tools
    "ci-1, evil, files__read, false",
    // and what a server may not offer, nobody may call
    "root, evil, ok, true",
    "root, evil, ok_not, false",
    "root, evil, other, false",
    "root, evil, files__read, false"
  })
  void aToolThatMayNotBeCalledIsHidden(String principal, String server, String tool, boolean may)
      throws IOException {
    assertThat(policy(CONFIG).permits(principal, server, tool)).isEqualTo(may);
  }

  @Test
  void withoutRulesEveryPrincipalMayCallEveryTool() throws IOException {
    var open = new ToolPolicy(Settings.defaults());
    assertThat(open.isOpen()).isTrue();
    assertThat(open.isPersonal()).isFalse();
    assertThat(open.permits("anybody", "files", "anything")).isTrue();
    assertThat(policy(CONFIG).isOpen()).isFalse();
    assertThat(policy(CONFIG).isPersonal()).isTrue();
    var servers = policy("mcpServers: { a: { command: b, tools: { deny: [c] } } }");
    assertThat(servers.isOpen()).isFalse();
    assertThat(servers.isPersonal()).isFalse();
  }
}
