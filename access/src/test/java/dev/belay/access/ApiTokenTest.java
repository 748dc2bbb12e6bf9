package dev.belay.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The token of /api: made once, for its owner's eyes alone")
final class ApiTokenTest {
  @TempDir private Path home;
  private Path file = Path.of("");

  @BeforeEach
  void place() throws IOException {
    file = ApiToken.place(Map.of("XDG_STATE_HOME", home.resolve("state").toString()));
  }

  @Test
  void whereItIsKept() throws IOException {
    assertThat(file).isEqualTo(home.resolve("state/belay/token"));
    assertThat(ApiToken.place(Map.of("HOME", "/home/ada")))
        .isEqualTo(Path.of("/home/ada/.local/state/belay/token"));
    assertThat(ApiToken.place(Map.of("HOME", "/home/ada", "XDG_STATE_HOME", "state")))
        .isEqualTo(Path.of("/home/ada/.local/state/belay/token"));
    assertThatThrownBy(() -> ApiToken.place(Map.of("HOME", "")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("set XDG_STATE_HOME or HOME");
  }

  @Test
  void itIsMadeOnceAndReadByItsOwnerAlone() throws IOException {
    assertThat(ApiToken.read(file)).isNull();
    var made = ApiToken.open(file);
    assertThat(made.text()).matches("[A-Za-z0-9_-]{43}");
    assertThat(made.toString()).doesNotContain(made.text());
    assertThat(ApiToken.open(file).text()).isEqualTo(made.text());
    assertThat(Objects.requireNonNull(ApiToken.read(file)).text()).isEqualTo(made.text());
    assertThat(modes(file)).isEqualTo("rw-------");
    assertThat(modes(Objects.requireNonNull(file.getParent()))).isEqualTo("rwx------");
    try (var left = Files.list(file.getParent())) {
      assertThat(left).containsExactly(file);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  @DisplayName("A container's user that has a number and no name has a token as well")
  void aUserWithoutAName() throws IOException {
    var name = System.getProperty("user.name");
    System.setProperty("user.name", "?");
    try {
      assertThat(ApiToken.open(file).text()).isEqualTo(ApiToken.open(file).text());
    } finally {
      System.setProperty("user.name", name);
    }
  }

  @Test
  @DisplayName("Many that start at once agree on one token, and none reads half of one")
  void oneIsMadeHoweverManyTry() throws ExecutionException, InterruptedException {
    var many = 8;
    var together = new CyclicBarrier(many);
    Callable<String> open =
        () -> {
          together.await();
          return ApiToken.open(file).text();
        };
    var texts = new HashSet<String>();
    try (var threads = Executors.newFixedThreadPool(many)) {
      for (var opened : threads.invokeAll(Collections.nCopies(many, open))) {
        texts.add(opened.get());
      }
    }
    assertThat(texts).hasSize(1).allMatch(text -> text.length() == 43);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rw-----w-"})
  @DisplayName("A file that others can read or write holds no secret, and is refused")
  void aFileOfOthersIsRefused(String permissions) throws IOException {
    var made = ApiToken.open(file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    assertThatThrownBy(() -> ApiToken.open(file))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file + ": others can use what is in it")
        .hasMessageNotContaining(made.text());
  }

  @Test
  @DisplayName(
      "Bad input, CVE-2025-53109: a link, a directory, an empty file, a file of something else")
  void whatIsNoTokenFileIsRefused() throws IOException {
    var made = ApiToken.open(file);
    var target = home.resolve("target");
    Files.move(file, target);
    Files.createSymbolicLink(file, target);
    refused("is no file of its own");
    Files.delete(file);
    Files.createDirectory(file);
    refused("is no file of its own");
    Files.delete(file);
    for (var text : List.of("", made.text() + "x", "a token of mine, which is not of Belay's")) {
      Files.writeString(file, text);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      refused("holds no token of Belay; remove it");
    }
  }

  private void refused(String why) {
    assertThatThrownBy(() -> ApiToken.open(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(why);
  }

  private static String modes(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
