package dev.belay.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("How clients are to start Belay: as it was started itself")
final class OwnCommandTest {
  private static final String PROPERTY = "belay.launcher";

  @AfterEach
  void forget() {
    System.clearProperty(PROPERTY);
  }

  @Test
  void theLauncherSaysHowItWasStarted() {
    System.setProperty(PROPERTY, "../opt/./bin/belay");
    assertThat(OwnCommand.path())
        .isEqualTo(Path.of("").toAbsolutePath().getParent().resolve("opt/bin/belay"));
  }

  @Test
  void withoutALauncherNothingIsGuessed() {
    assertThat(OwnCommand.path()).isNull();
  }

  @Test
  @DisplayName("bin/belay passes its own path, whole where it has spaces")
  void theScriptSaysIt() throws IOException {
    assertThat(Files.readString(Path.of("../launcher/start.sh")))
        .contains(" -D" + PROPERTY + "=\"$0\" ");
  }
}
