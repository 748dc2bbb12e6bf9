package dev.belay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.command.Said.PlainWords;
import dev.belay.cli.shell.ExitCode;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What needs no library to be read says the same without one")
final class PlainWordsTest {
  @Test
  void valuesFollowTheirOptions() {
    var said = Objects.requireNonNull(read("--port", "0", "--env=A=b", "--env", "C=", "--port=1"));
    assertThat(said.value("--port")).isEqualTo("1");
    assertThat(said.values("--env")).containsExactly("A=b", "C=");
    assertThat(said.value("--url")).isNull();
    assertThat(said.values("--url")).isEmpty();
  }

  @Test
  void aFlagTakesNoValue() {
    var said = Objects.requireNonNull(read("--no-auth", "--port", "0"));
    assertThat(said.has("--no-auth")).isTrue();
    assertThat(said.value("--port")).isEqualTo("0");
    assertThat(Objects.requireNonNull(read("--port", "0")).has("--no-auth")).isFalse();
    assertThat(read("--no-auth", "word")).isNull();
    assertThat(read("--no-auth=yes")).isNull();
  }

  @Test
  @DisplayName("What is wrong or unusual is left to the library, which can explain it")
  void whatIsNotPlainIsNotRead() {
    assertThat(read("--help")).isNull();
    assertThat(read("--prot", "1")).isNull();
    assertThat(read("--port")).isNull();
    assertThat(read("--port", "--env")).isNull();
    assertThat(read("word")).isNull();
    assertThat(read()).isNotNull();
  }

  @Test
  void everyOptionOfServeIsKnown() {
    var library =
        new HashSet<>(
            new ServeCommand((_, _, _, _, _) -> ExitCode.OK).spec().optionsMap().keySet());
    library.removeAll(Set.of("-h", "--help"));
    library.removeAll(ServeCommand.FLAGS);
    assertThat(ServeCommand.OPTIONS).isEqualTo(library);
  }

  private static @Nullable PlainWords read(String... words) {
    return PlainWords.read(List.of(words), Set.of("--port", "--env"), Set.of("--no-auth"));
  }
}
