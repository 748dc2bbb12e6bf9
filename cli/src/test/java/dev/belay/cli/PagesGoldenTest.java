package dev.belay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.golden.Golden;
import dev.belay.cli.golden.Placeholders;
import dev.belay.cli.manual.Manual;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Every page that belay prints without a gateway is the golden one")
final class PagesGoldenTest {
  private final Map<String, String> pages = new TreeMap<>();

  private static FakeShell run(ExitCode expected, String... words)
      throws IOException, InterruptedException {
    var shell = new FakeShell();
    assertThat(Main.run(List.of(words), shell.shell()))
        .as(String.join(" ", words))
        .isEqualTo(expected);
    return shell;
  }

  private void page(String file, String... words) throws IOException, InterruptedException {
    pages.put(file, new Placeholders().in(run(ExitCode.OK, words).out()));
  }

  @Test
  void theHelpOfEveryCommand() throws IOException, InterruptedException {
    page("belay.txt", "--help");
    for (var command : Main.COMMANDS) {
      page(command + ".txt", command, "--help");
      assertThat(new Placeholders().in(run(ExitCode.OK, "help", command).out()))
          .startsWith(Objects.requireNonNull(pages.get(command + ".txt")));
    }
    for (var word : List.of("-h", "help", "help help", "help --help", "help -h")) {
      assertThat(new Placeholders().in(run(ExitCode.OK, word.split(" ", -1)).out()))
          .as(word)
          .isEqualTo(pages.get("belay.txt"));
    }
    page("tools-accept.txt", "tools", "accept", "--help");
    page("turn-run.txt", "turn", "run", "--help");
    assertThat(pages.values())
        .allMatch(page -> page.lines().allMatch(line -> line.length() <= 100));
    Golden.in("help").assertIs(pages);
  }

  @Test
  void everyTopicAndTheManual() throws IOException, InterruptedException {
    page("topics.txt", "help", "topics");
    for (var topic : Manual.names()) {
      page(topic + ".txt", "help", topic);
    }
    page("belay.1", "help", "--man");
    for (var shell : List.of("bash", "zsh", "fish")) {
      page("completion." + shell, "completion", shell);
    }
    Golden.in("manual").assertIs(pages);
  }

  @Test
  @DisplayName("Words that mean nothing are read from the golden file, which has the answers")
  void whatIsSaidToWordsThatMeanNothing() throws IOException, InterruptedException {
    var said = new StringBuilder();
    for (var line : Files.readAllLines(Golden.ROOT.resolve("usage/usage.txt"))) {
      if (!line.startsWith("$ belay")) {
        continue;
      }
      var words = line.substring("$ belay".length()).strip();
      var shell = run(ExitCode.USAGE, words.isEmpty() ? new String[0] : words.split(" ", -1));
      assertThat(shell.out()).isEmpty();
      said.append(line).append('\n');
      said.append(shell.err().lines().map(one -> "2> " + one).collect(Collectors.joining("\n")));
      said.append("\nexit 2\n\n");
    }
    pages.put("usage.txt", said.toString());
    Golden.in("usage").assertIs(pages);
  }
}
