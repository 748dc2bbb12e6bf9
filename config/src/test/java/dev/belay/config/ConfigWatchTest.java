package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("S1-104: what the files say holds from then on")
class ConfigWatchTest {
  @TempDir Path directory;

  private final List<String> said = new ArrayList<>();
  private final List<Settings> settings = new ArrayList<>();
  private Path file = Path.of("");
  private Path client = Path.of("");

  @BeforeEach
  void files() throws IOException {
    file = Files.writeString(directory.resolve("belay.yaml"), "mcp: { timeout: 10 }");
    client = Files.writeString(directory.resolve("mcp.json"), servers("one"));
  }

  private static String servers(String name) {
    return "{\"mcpServers\": {\"" + name + "\": {\"command\": \"x\"}}}";
  }

  private ConfigWatch watch() {
    var sources = new Sources(directory, null, List.of(client), Map.of(), List.of(), null);
    return new ConfigWatch(
        () -> Config.files(sources),
        () -> Config.load(sources),
        settings::add,
        line -> said.add(line.replace(directory + "/", "")),
        new HandTime());
  }

  /**
   * Polls several times. Each text that a test writes has another length than the one before: where
   * both are written within a tick of the file system's clock, nothing else need differ, not even
   * the inode of a file that was deleted between them.
   */
  private static void look(ConfigWatch watch, int times) {
    for (int i = 0; i < times; i++) {
      watch.lookAgain();
    }
  }

  private static long seconds(Settings now) {
    return Objects.requireNonNull(now.limits("one", "t").timeout().value()).toSeconds();
  }

  private static Set<String> servers(Settings now) {
    return now.servers().keySet();
  }

  @Test
  void aChangeIsPassedOnOnceItStays() throws IOException {
    var watch = watch();
    watch.lookAgain();
    Files.writeString(file, "mcp: { timeout: 2000 }");
    watch.lookAgain();
    assertThat(settings).isEmpty();
    look(watch, 2);
    assertThat(settings).extracting(ConfigWatchTest::seconds).containsExactly(2000L);
    assertThat(said).containsExactly("belay.yaml has changed and is read again");
  }

  @Test
  @DisplayName("What has changed while servers were started is not missed, and nothing else told")
  void whatChangedDuringTheStartIsRead() throws IOException {
    var sources = new Sources(directory, null, List.of(client), Map.of(), List.of(), null);
    if (!(Config.load(sources) instanceof Loaded.Good(Settings first, var _))) {
      throw new AssertionError("not loaded");
    }
    var unchanged = watch().since(first);
    unchanged.lookAgain();
    assertThat(settings).isEmpty();
    Files.writeString(file, "mcp: { timeout: 20 }");
    var watch = watch().since(first);
    look(watch, 2);
    assertThat(settings).extracting(ConfigWatchTest::seconds).containsExactly(20L);
    assertThat(said).containsExactly("the configuration has changed while servers were started");
  }

  @Test
  @DisplayName("What else is to be looked at is, and what goes wrong there ends nothing")
  void whatIsLookedAtBesides() throws InterruptedException {
    var time = new HandTime();
    var looks = new LinkedBlockingQueue<Boolean>();
    try (var watch =
        new ConfigWatch(
                () -> Set.of(file),
                () -> new Loaded.Bad(List.of(), List.of()),
                settings::add,
                said::add,
                time)
            .also(() -> {
              looks.add(true);
              throw new IllegalStateException("broken");
            })) {
      watch.begin();
      for (int i = 0; i < 2; i++) {
        time.pass(Duration.ofSeconds(1));
        assertThat(looks.take()).isTrue();
      }
    }
  }

  @Test
  void whatIsBeingWrittenIsLeftAlone() throws IOException {
    var watch = watch();
    for (int i = 1; i < 5; i++) {
      Files.writeString(file, "mcp: { timeout: 1" + "0".repeat(i) + " }");
      watch.lookAgain();
    }
    assertThat(settings).isEmpty();
    watch.lookAgain();
    assertThat(settings).hasSize(1);
  }

  @Test
  void aFileThatIsReplacedByAnotherHasChanged() throws IOException {
    var watch = watch();
    var other = Files.writeString(directory.resolve("new"), servers("two"));
    Files.setLastModifiedTime(other, Files.getLastModifiedTime(client));
    Files.move(other, client, StandardCopyOption.REPLACE_EXISTING);
    look(watch, 2);
    assertThat(settings).extracting(ConfigWatchTest::servers).containsExactly(Set.of("two"));
  }

  @Test
  void aBrokenFileChangesNothingAndSaysWhyOnce() throws IOException {
    var watch = watch();
    Files.writeString(client, "{\"mcpServers\": {\"one\"");
    look(watch, 5);
    assertThat(settings).isEmpty();
    assertThat(said).hasSize(2);
    assertThat(said.getFirst())
        .isEqualTo(
            "mcp.json has changed, but cannot be used; the previous settings remain in force");
    assertThat(said.getLast()).startsWith("error: mcp.json:1:");
    Files.writeString(client, servers("three"));
    look(watch, 2);
    assertThat(settings).hasSize(1);
  }

  @Test
  void anEmptiedFileAndADirectoryInItsPlaceChangeNothing() throws IOException {
    var watch = watch();
    Files.writeString(client, "");
    look(watch, 2);
    Files.delete(client);
    Files.createDirectory(client);
    look(watch, 2);
    assertThat(settings).isEmpty();
    assertThat(said)
        .containsExactly(
            "mcp.json has changed, but cannot be used; the previous settings remain in force",
            "error: mcp.json: is empty",
            "mcp.json has changed, but cannot be used; the previous settings remain in force",
            "error: mcp.json: cannot be read: Is a directory");
  }

  @Test
  void aDeletedFileHoldsOnUntilItIsBack() throws IOException {
    var watch = watch();
    Files.delete(file);
    look(watch, 3);
    assertThat(said)
        .containsExactly(
            "belay.yaml is missing; the previous settings remain in force until it is back");
    assertThat(settings).isEmpty();
    Files.writeString(file, "mcp: { timeout: 3000 }");
    look(watch, 2);
    assertThat(settings).extracting(ConfigWatchTest::seconds).containsExactly(3000L);
  }

  @Test
  @DisplayName("An envFile that changes is a change of its server, and is looked at like any other")
  void anEnvFileIsLookedAtToo() throws IOException {
    var env = Files.writeString(directory.resolve("one.env"), "TOKEN=first");
    Files.writeString(client, withEnvFile("one.env"));
    var watch = watch();
    Files.writeString(env, "TOKEN=the second");
    look(watch, 2);
    assertThat(settings).singleElement().extracting(this::token).isEqualTo("the second");
    assertThat(said).containsExactly("one.env has changed and is read again");
    Files.writeString(env, "no variable");
    look(watch, 2);
    Files.delete(env);
    look(watch, 2);
    assertThat(settings).hasSize(1);
    assertThat(said.subList(1, said.size()))
        .containsExactly(
            "one.env has changed, but cannot be used; the previous settings remain in force",
            "error: mcp.json:1:41: mcpServers.one.envFile: one.env:1 is not of the form NAME=value",
            "one.env is missing; the previous settings remain in force until it is back");
  }

  @Test
  @DisplayName("A file that is named only later is looked at from then on, another no more")
  void whichFilesAreLookedAtFollowsWhatFilesSay() throws IOException {
    Files.writeString(directory.resolve("old.env"), "TOKEN=old");
    Files.writeString(directory.resolve("other.env"), "TOKEN=new");
    Files.writeString(client, withEnvFile("old.env"));
    var watch = watch();
    Files.writeString(client, withEnvFile("other.env"));
    Files.delete(directory.resolve("old.env"));
    look(watch, 2);
    assertThat(settings).extracting(this::token).containsExactly("new");
    Files.writeString(directory.resolve("other.env"), "TOKEN=newer");
    look(watch, 2);
    assertThat(settings).extracting(this::token).containsExactly("new", "newer");
    assertThat(said)
        .containsExactly(
            "mcp.json has changed and is read again", "other.env has changed and is read again");
  }

  @Test
  @DisplayName("auth.tokens.file is looked at, though only whoever checks tokens reads it")
  void theFileOfTokensIsLookedAtToo() throws IOException {
    var tokens = Files.writeString(directory.resolve("tokens"), "ci: 0123456789abcdef");
    Files.writeString(file, "auth: { tokens: { file: '" + tokens + "' } }");
    var watch = watch();
    Files.writeString(tokens, "ci: another-token-0123456789");
    look(watch, 2);
    assertThat(settings).hasSize(1);
    assertThat(said).containsExactly("tokens has changed and is read again");
  }

  private static String withEnvFile(String name) {
    return "{\"mcpServers\": {\"one\": {\"command\": \"x\", \"envFile\": \"" + name + "\"}}}";
  }

  private String token(Settings now) {
    return Objects.requireNonNull(now.servers().get("one")).start() instanceof Start.Command command
        ? command.env().getOrDefault("TOKEN", "")
        : "";
  }

  @Test
  void whatElseChangesMeanwhileIsReadOnceTheFileIsBack() throws IOException {
    var watch = watch();
    Files.delete(file);
    Files.writeString(client, servers("while-away"));
    look(watch, 3);
    assertThat(settings).isEmpty();
    Files.writeString(file, "mcp: { timeout: 4000 }");
    look(watch, 2);
    assertThat(settings).extracting(ConfigWatchTest::servers).containsExactly(Set.of("while-away"));
    assertThat(said.getLast()).isEqualTo("mcp.json, belay.yaml has changed and is read again");
  }
}
