package dev.belay.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("SEC-L2: the tables of sockets tell which user listens")
final class ListenTableTest {
  private static final int PORT = 3002;
  private static final String ANY = "0".repeat(32);

  @TempDir private Path dir;

  private ProcDirectory proc;
  private int other;

  @BeforeEach
  void open() throws IOException {
    assumeThat(ByteOrder.nativeOrder()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
    proc = ProcDirectory.in(dir);
    other = proc.user() + 1;
  }

  private @Nullable Integer foreign(String url) {
    return proc.table().foreignUser(URI.create(url));
  }

  @ParameterizedTest
  @DisplayName("each way to write an address that takes the connection is found")
  @CsvSource({
    "0100007F, http://127.0.0.1:3002",
    "00000000, http://127.0.0.1:3002",
    "0100007F, http://localhost:3002/api",
    "0000000000000000FFFF00000100007F, http://127.0.0.1:3002",
    "00000000000000000000000000000000, http://127.0.0.1:3002",
    "00000000000000000000000001000000, http://[::1]:3002",
    "00000000000000000000000000000000, http://[::1]:3002",
    "070200C0, http://192.0.2.7:3002",
    "B80D0120000000000000000007000000, http://[2001:db8::7]:3002",
  })
  void found(String address, String url) throws IOException {
    assertThat(foreign(url)).isNull();
    proc.listens(address, PORT, other);
    assertThat(foreign(url)).isEqualTo(other);
  }

  @Test
  @DisplayName("other ports, other addresses and connections are no listener")
  void others() throws IOException {
    proc.listens("0100007F", PORT + 1, other);
    proc.listens("0200007F", PORT, other);
    proc.add("0100007F", PORT, "01", other);
    assertThat(foreign("http://127.0.0.1:3002")).isNull();
  }

  @Test
  @DisplayName("the user's own and root's are no foreigner's")
  void own() throws IOException {
    proc.listens("0100007F", PORT, proc.user());
    proc.listens("0000000000000000FFFF00000100007F", PORT, 0);
    proc.listens(ANY, PORT, other); // The address itself takes precedence.
    assertThat(foreign("http://127.0.0.1:3002")).isNull();
    assertThat(foreign("http://[::1]:3002")).isEqualTo(other);
  }

  @Test
  @DisplayName("a URL without a port means its scheme's")
  void ports() throws IOException {
    proc.listens("0100007F", 80, other);
    assertThat(foreign("http://127.0.0.1")).isEqualTo(other);
    assertThat(foreign("https://127.0.0.1")).isNull();
  }

  @Test
  @DisplayName("where nothing can be seen, nothing is known")
  void unseen() throws IOException {
    assertThat(new ListenTable(dir.resolve("none")).foreignUser(URI.create("http://[::1]:1")))
        .isNull();
    proc.listens("0100007F", PORT, other);
    Files.delete(dir.resolve("net/tcp6"));
    assertThat(foreign("http://127.0.0.1:3002")).isEqualTo(other);
  }
}
