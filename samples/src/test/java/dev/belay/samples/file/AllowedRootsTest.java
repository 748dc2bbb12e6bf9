package dev.belay.samples.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.samples.file.Place.UnusablePathException;
import dev.belay.tools.inject.ProtectedFiles;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("File tools stay inside their allowed folders")
final class AllowedRootsTest {
  @TempDir Path temp;
  private Path root;
  private Path other;
  private Path outside;
  private AllowedRoots roots;

  @BeforeEach
  void folders() throws IOException {
    // Without links, as in the path of macOS's temporary folders.
    var base = temp.toRealPath();
    root = Files.createDirectories(base.resolve("root"));
    other = Files.createDirectories(base.resolve("other"));
    outside = Files.createDirectories(base.resolve("outside"));
    Files.createDirectories(root.resolve("sub"));
    Files.writeString(root.resolve("sub/file.txt"), "inside");
    Files.writeString(other.resolve("file.txt"), "in the other");
    Files.writeString(outside.resolve("file.txt"), "secret");
    roots = new AllowedRoots(List.of(root, other), new ProtectedFiles());
  }

  private String read(String asked) throws IOException {
    return read(roots.find(asked));
  }

  private static String read(Place place) throws IOException {
    try (var folder = OpenFolder.above(place);
        var file = folder.read(place.name())) {
      return new String(file.readAllBytes(), UTF_8);
    }
  }

  @Test
  @DisplayName("relative paths are those of the first folder, absolute ones of any")
  void within() throws IOException {
    assertThat(read("sub/file.txt")).isEqualTo("inside");
    assertThat(read("./sub/../sub/file.txt")).isEqualTo("inside");
    assertThat(read(root.resolve("sub/file.txt").toString())).isEqualTo("inside");
    assertThat(read(other.resolve("file.txt").toString())).isEqualTo("in the other");
  }

  @Test
  @DisplayName("a place is called as callers can ask for it again")
  void shown() throws IOException {
    assertThat(roots.find(root + "/sub/file.txt").shown()).isEqualTo("sub/file.txt");
    assertThat(roots.find(other + "/file.txt").shown()).isEqualTo(other + "/file.txt");
    assertThat(roots.find("").shown()).isEqualTo(".");
    assertThat(roots.all()).extracting(Place::shown).containsExactly(".", other.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../outside/file.txt",
        "sub/../../outside/file.txt",
        "../rootless",
        "/etc/passwd",
        "..",
        "/"
      })
  @DisplayName("what leads out is refused, and what is there is not told")
  void leadsOut(String asked) {
    assertThatThrownBy(() -> roots.find(asked))
        .isInstanceOf(UnusablePathException.class)
        .hasMessageContaining("is outside of what these tools may use: " + root + ", " + other);
  }

  @Test
  @DisplayName(
      "a link within is followed; a link that leads out is refused, as is what is missing behind"
          + " it")
  void links() throws IOException {
    Files.createSymbolicLink(root.resolve("near"), root.resolve("sub"));
    Files.createSymbolicLink(root.resolve("far"), outside);
    Files.createSymbolicLink(root.resolve("far.txt"), outside.resolve("file.txt"));

    assertThat(read("near/file.txt")).isEqualTo("inside");
    for (var asked :
        List.of("far/file.txt", "far/none.txt", "far.txt", "far/../outside/file.txt")) {
      assertThatThrownBy(() -> roots.find(asked)).hasMessageContaining("is outside of");
    }
  }

  @Test
  @DisplayName("a path that goes up behind a link is where the system says, not where it reads")
  void upBehindALink() throws IOException {
    Files.createSymbolicLink(root.resolve("far"), Files.createDirectories(outside.resolve("deep")));
    // Its path looks like root/file.txt, but it is outside/file.txt.
    Files.writeString(root.resolve("file.txt"), "inside");
    assertThatThrownBy(() -> roots.find("far/../file.txt")).hasMessageContaining("is outside of");
  }

  @Test
  @DisplayName("what is missing within is said to be missing")
  void missing() {
    assertThatThrownBy(() -> roots.find("none/file.txt"))
        .hasMessage("none/file.txt does not exist");
    assertThatThrownBy(() -> roots.find("nul\0")).hasMessageContaining("This is no path");
    assertThatThrownBy(
            () -> new AllowedRoots(List.of(root.resolve("none")), new ProtectedFiles()).all())
        .hasMessageEndingWith("none does not exist");
  }

  @Test
  @DisplayName("an entry is itself, also where it is a link that leads out")
  void entries() throws IOException {
    var link = Files.createSymbolicLink(root.resolve("far.txt"), outside.resolve("file.txt"));
    var place = roots.findEntry("far.txt");
    try (var folder = OpenFolder.above(place)) {
      folder.delete(place.name());
    }
    assertThat(link).doesNotExist();
    assertThat(outside.resolve("file.txt")).exists();
    for (var asked : List.of("", ".", "sub/..", "sub/.")) {
      assertThatThrownBy(() -> roots.findEntry(asked)).isInstanceOf(UnusablePathException.class);
    }
  }

  @Test
  @DisplayName("a folder that becomes a link between check and use is not followed")
  void folderSwapped() throws IOException {
    var place = roots.find("sub/file.txt");
    Files.move(root.resolve("sub"), root.resolve("was"));
    Files.createSymbolicLink(root.resolve("sub"), outside);
    assertThatThrownBy(() -> read(place)).hasMessage("sub is no folder");
    assertThatThrownBy(() -> OpenFolder.at(place.above()).close()).hasMessage("sub is no folder");
  }

  @Test
  @DisplayName("a file that becomes a link between check and use is not followed")
  void fileSwapped() throws IOException {
    var place = roots.find("sub/file.txt");
    Files.delete(root.resolve("sub/file.txt"));
    Files.createSymbolicLink(root.resolve("sub/file.txt"), outside.resolve("file.txt"));
    assertThatThrownBy(() -> read(place)).hasMessage("sub/file.txt is no regular file");
  }

  @Test
  @DisplayName("a folder that is open stays that folder, wherever its path leads by now")
  void folderSwappedWhileOpen() throws IOException {
    var place = roots.find("sub/file.txt");
    try (var folder = OpenFolder.above(place)) {
      Files.move(root.resolve("sub"), root.resolve("was"));
      Files.createSymbolicLink(root.resolve("sub"), outside);
      try (var file = folder.read(place.name())) {
        assertThat(new String(file.readAllBytes(), UTF_8)).isEqualTo("inside");
      }
      folder.delete(place.name());
    }
    assertThat(outside.resolve("file.txt")).exists();
    assertThat(root.resolve("was/file.txt")).doesNotExist();
  }

  @Test
  @DisplayName("a walk follows no link, also one that takes a folder's place meanwhile")
  void walk() throws IOException {
    Files.createSymbolicLink(root.resolve("alink"), outside);
    Files.createDirectories(root.resolve("later"));
    var met = new ArrayList<String>();
    var walk =
        new FolderWalk(
            (folder, file) -> {
              met.add(folder.place().entry(file.name()).shown());
              if (file.name().endsWith("a.txt")) {
                Files.delete(root.resolve("later"));
                Files.createSymbolicLink(root.resolve("later"), outside);
              }
            },
            true);
    Files.writeString(root.resolve("a.txt"), "");
    walk.walk(roots.find("."));
    assertThat(met).containsExactly("a.txt", "sub/file.txt");
    assertThat(walk.leftOut()).containsExactly("later is no folder");
    assertThat(walk.leftOutCount()).isEqualTo(1);
  }

  @Test
  @DisplayName("a tree that is too deep is left out from there on")
  void tooDeep() throws IOException {
    var deep = root;
    for (int i = 0; i <= FolderWalk.DEEPEST; i++) {
      deep = Files.createDirectory(deep.resolve("d"));
    }
    Files.writeString(deep.resolve("file.txt"), "");
    var met = new ArrayList<String>();
    var walk = new FolderWalk((_, file) -> met.add(file.name().toString()), true);
    walk.walk(roots.find("d"));
    assertThat(met).containsExactly("file.txt");
    assertThat(walk.leftOutCount()).isZero();

    met.clear();
    walk.walk(roots.find("."));
    assertThat(met).containsExactly("file.txt");
    assertThat(walk.leftOut()).hasSize(1).allMatch(why -> why.endsWith(" is too deep"));
  }

  @Test
  @DisplayName("trouble is told in words, without the path of the machine")
  void words() {
    assertThat(UnusablePathException.because("a", new AccessDeniedException("/x/a")))
        .hasMessage("a may not be used: permission denied");
    assertThat(UnusablePathException.because("a", new FileSystemException("/x/a", null, "Is busy")))
        .hasMessage("a cannot be used: Is busy");
    assertThat(UnusablePathException.because("a", new FileSystemException("/x/a")))
        .hasMessage("a cannot be used: FileSystemException");
    assertThat(UnusablePathException.because("a", new IOException("no disk")))
        .hasMessage("a cannot be used: no disk");
  }
}
