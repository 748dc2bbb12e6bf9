package dev.belay.observe.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The audit file: chained, rotated, and its owner's alone")
@Tag("process")
class AuditFileTest {
  @TempDir private Path directory;
  private Path path;

  @BeforeEach
  void name() {
    path = directory.resolve("new/audit.jsonl");
  }

  private static List<String> fields(int from, int to) {
    var fields = new ArrayList<String>();
    for (int i = from; i <= to; i++) {
      fields.add("{\"n\":" + i + "}");
    }
    return fields;
  }

  private AuditFile open(int maxBytes, int maxFiles) throws IOException {
    return AuditFile.open(path, maxBytes, maxFiles);
  }

  /** Opens the file for some lines. */
  private void write(List<String> fields) throws IOException {
    try (var file = open(1 << 30, 3)) {
      file.append(fields, /* force= */ false);
    }
  }

  /** {@return the lines of the files with these ends, the file itself last} */
  private List<String> lines(String... ends) throws IOException {
    var lines = new ArrayList<String>();
    for (var end : ends) {
      lines.addAll(Files.readAllLines(path.resolveSibling("audit.jsonl" + end)));
    }
    lines.addAll(Files.readAllLines(path));
    return lines;
  }

  /** Asserts that these lines form an unbroken chain. */
  private static void assertChained(List<String> lines) {
    var chain = AuditFile.Chain.START;
    for (var line : lines) {
      assertThat(line)
          .startsWith("{\"seq\":" + chain.next() + ",\"prev\":\"" + chain.prev() + "\",");
      chain = chain.after(line);
    }
  }

  @Test
  void linesAreChainedAndGoOnAfterARestart() throws IOException {
    try (var file = open(1 << 20, 3)) {
      file.append(fields(1, 3), /* force= */ false);
      file.append(fields(4, 4), /* force= */ true);
    }
    write(fields(5, 6));
    assertThat(lines()).hasSize(6).last().asString().endsWith(",\"n\":6}");
    assertChained(lines());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3 << 20})
  @DisplayName("SEC-L1: the chain goes on behind a last line of any length, and behind half a line")
  void theChainGoesOnBehindALongLine(int length) throws IOException {
    var line = "{\"n\":\"" + "x".repeat(length) + "\"}";
    write(List.of("{\"n\":1}", line));
    write(fields(3, 3));
    assertChained(lines());

    write(List.of(line));
    Files.writeString(path, "{\"seq\":9,\"half", StandardOpenOption.APPEND);
    write(fields(5, 5));
    var lines = lines();
    assertThat(lines.remove(4)).isEqualTo("{\"seq\":9,\"half");
    assertChained(lines);
  }

  @Test
  @DisplayName("Nobody but the owner can read it, even where it was there before")
  void onlyTheOwnerReads() throws IOException {
    Files.createDirectories(path.getParent());
    Files.createFile(path);
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));
    write(fields(1, 1));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-------");
  }

  @Test
  @DisplayName("SEC-L4: a link is not followed: what it leads to is neither written nor chmodded")
  void aLinkIsRefused() throws IOException {
    Files.createDirectories(path.getParent());
    var target = Files.writeString(directory.resolve("precious"), "kept");
    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-r--r--"));
    for (var name : List.of("audit.jsonl.lock", "audit.jsonl")) {
      Files.deleteIfExists(path.resolveSibling(name));
      var link = Files.createSymbolicLink(path.resolveSibling(name), target);
      assertThatThrownBy(() -> open(1024, 3))
          .as(name)
          .isInstanceOf(IOException.class)
          .hasMessage("it is a link; name the file that it leads to");
      Files.delete(link);
    }
    assertThat(target).hasContent("kept");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
        .isEqualTo("rw-r--r--");
  }

  @Test
  void filesAreRotatedBySizeAndTheOldestGoes() throws IOException {
    try (var file = open(1024, 3)) {
      for (int i = 1; i <= 60; i++) {
        file.append(fields(i, i), /* force= */ false);
      }
    }
    var lines = lines(".2", ".1");
    assertThat(path.resolveSibling("audit.jsonl.3")).doesNotExist();
    assertThat(lines.getLast()).startsWith("{\"seq\":60,");
    for (int i = 1; i < lines.size(); i++) {
      assertThat(lines.get(i)).contains(Sha256.hex(lines.get(i - 1).getBytes(UTF_8)));
    }
  }

  @Test
  @DisplayName("Two never write one file: the second is refused until the first has closed")
  void oneWriterAlone() throws IOException {
    try (var file = open(1024, 3)) {
      file.append(fields(1, 20), /* force= */ false);
      file.append(fields(21, 21), /* force= */ false);
      assertThatThrownBy(() -> open(1024, 3))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("give each of them an audit.file of its own");
      file.append(fields(22, 22), /* force= */ false);
    }
    try (var file = open(1024, 3)) {
      file.append(fields(23, 23), /* force= */ false);
    }
    assertThat(Files.readAllLines(path)).hasSize(3);
  }

  /** Another process that has the file open until its input ends. */
  public static final class Other {
    private Other() {}

    @SuppressWarnings("unused")
    public static void main(String[] args) throws IOException {
      try (var _ = AuditFile.open(Path.of(args[0]), 1024, 3);
          var out = new FileOutputStream(FileDescriptor.out)) {
        out.write('y');
        var _ = System.in.read();
      }
    }
  }

  @Test
  @DisplayName("So does the file of another process, until that has ended")
  void anotherProcessHasIt() throws IOException, InterruptedException {
    var other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path")
                    + ":"
                    + System.getProperty("jdk.module.path", "")
                    + ":target/test-classes",
                Other.class.getName(),
                path.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var output = other.getInputStream()) {
      assertThat(output.read()).isEqualTo('y');
      assertThatThrownBy(() -> open(1024, 3))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("another gateway writes this file");
      other.getOutputStream().close();
      assertThat(other.waitFor()).isZero();
      open(1024, 3).close();
    } finally {
      other.destroyForcibly();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"audit.jsonl.new", "audit.jsonl.3"})
  @DisplayName("However often a rotation fails, at its begin or half-way, no file is lost for it")
  void aRotationThatFailsShiftsNothingTwice(String name) throws IOException {
    var inTheWay = path.resolveSibling(name).resolve("full");
    try (var file = open(1024, 4)) {
      for (int i = 0; i < 3; i++) {
        file.append(fields(20 * i + 1, 20 * i + 20), /* force= */ false);
      }
      Files.createDirectories(inTheWay);
      for (int i = 0; i < 5; i++) {
        assertThatThrownBy(() -> file.append(fields(61, 61), /* force= */ false))
            .isInstanceOf(IOException.class);
      }
      Files.delete(inTheWay);
      file.append(fields(61, 61), /* force= */ false);
    }
    var lines = lines(".3", ".2", ".1");
    assertThat(lines).hasSize(61);
    assertChained(lines);
  }

  @Test
  @DisplayName("The machine goes down between two files: the chain goes on")
  void theChainGoesOnAcrossFiles() throws IOException {
    write(fields(1, 3));
    Files.move(path, path.resolveSibling("audit.jsonl.1"));
    write(fields(4, 4));
    assertThat(lines(".1")).hasSize(4);
    assertChained(lines(".1"));
  }

  @Test
  void aRotationThatFailsIsTriedAgain() throws IOException {
    var inTheWay = path.resolveSibling("audit.jsonl.1");
    try (var file = open(1024, 2)) {
      file.append(fields(1, 20), /* force= */ false);
      Files.createDirectories(inTheWay.resolve("full"));
      assertThatThrownBy(() -> file.append(fields(21, 21), /* force= */ false))
          .isInstanceOf(IOException.class);
      Files.delete(inTheWay.resolve("full"));
      file.append(fields(21, 21), /* force= */ false);
    }
    assertThat(Files.readAllLines(inTheWay)).hasSize(20);
    assertThat(lines()).singleElement().asString().startsWith("{\"seq\":21,");
  }
}
