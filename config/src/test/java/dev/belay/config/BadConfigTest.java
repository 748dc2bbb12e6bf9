package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the text of a golden file cannot hold. */
class BadConfigTest {
  @TempDir Path directory;

  @Test
  void aControlCharacterIsToldWithItsPlace() {
    assertThat(new Scene(directory).yaml("mcp:\n  timeout: \u0001\n").errors())
        .containsExactly("belay.yaml:2:12: is not YAML: a control character");
  }

  @Test
  void bytesThatAreNotUtf8AreToldWithTheirPlace() throws IOException {
    Files.write(directory.resolve("belay.yaml"), new byte[] {'a', '\n', 'b', (byte) 0xFF});
    assertThat(new Scene(directory).errors()).containsExactly("belay.yaml:2:2: is not UTF-8 text");
  }

  @Test
  void aByteOrderMarkIsNoContent() {
    var client = "\uFEFF{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}";
    assertThat(new Scene(directory).client("mcp.json", client).settings().servers())
        .containsKey("a");
  }

  @Test
  void aFileWithoutBoundIsRefused() {
    assertThat(new Scene(directory).yaml("#".repeat(4 * 1024 * 1024 + 1)).errors())
        .containsExactly("belay.yaml: is larger than 4 MiB");
  }

  @Test
  void aFileThatNestsWithoutEndIsRefused() {
    assertThat(new Scene(directory).yaml("[".repeat(10_000)).errors())
        .containsExactly(
            "belay.yaml:1:34: " + "[0]".repeat(33) + ": is nested deeper than 32 levels");
  }

  @Test
  @DisplayName("Bad input: why a file cannot be read is said, not only which")
  void whyAFileCannotBeReadIsSaid() {
    assertThat(ConfigFile.why(new AccessDeniedException("belay.yaml")))
        .isEqualTo("permission denied");
    assertThat(ConfigFile.why(new FileSystemException("belay.yaml", null, "Input/output error")))
        .isEqualTo("Input/output error");
    assertThat(ConfigFile.why(new FileSystemLoopException("belay.yaml")))
        .isEqualTo("FileSystemLoopException");
    assertThat(ConfigFile.why(new IOException("Is a directory"))).isEqualTo("Is a directory");
  }
}
