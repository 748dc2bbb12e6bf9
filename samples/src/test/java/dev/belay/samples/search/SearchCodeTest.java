package dev.belay.samples.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.cancel.StoppedException;
import dev.belay.samples.file.AllowedRoots;
import dev.belay.samples.search.SearchCode.SearchEncoding;
import dev.belay.samples.search.SearchCode.Wanted;
import dev.belay.testkit.tool.ToolOutcome;
import dev.belay.testkit.tool.ToolTester;
import dev.belay.tools.inject.ProtectedFiles;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("search_code (S4-47)")
final class SearchCodeTest {
  @TempDir Path root;
  @AutoClose private ToolTester tester;

  @BeforeEach
  void tools() {
    tester = ToolTester.of(new SearchCode(new AllowedRoots(List.of(root), new ProtectedFiles())));
  }

  private void file(String path, String text) throws IOException {
    var file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private ToolOutcome call(Object... arguments) {
    var map = new HashMap<String, Object>();
    for (int i = 0; i < arguments.length; i += 2) {
      map.put((String) arguments[i], arguments[i + 1]);
    }
    return tester.call("search_code", map);
  }

  private String search(Object... arguments) {
    return call(arguments).succeeded().text();
  }

  @Test
  @DisplayName("matches come with path, line and text, in the order of names, *.py unless said")
  void finds() throws IOException {
    file("b.py", "one\n  def Run(self):\n");
    file("a/a.py", "run\n");
    file("a.txt", "run\n");
    assertThat(search("query", "run"))
        .isEqualTo("a/a.py:1: run\nb.py:2: def Run(self):\n2 matches in 2 of 2 files.");
    assertThat(search("query", "R[uv]n", "case_sensitive", true))
        .isEqualTo("b.py:2: def Run(self):\n1 matches in 1 of 2 files.");
    assertThat(search("query", "walk")).isEqualTo("No matches in 2 files of *.py.");
    assertThat(search("query", "run", "file_pattern", "*.{txt,md}")).startsWith("a.txt:1: run");
    assertThat(search("query", "run", "file_pattern", "a/**")).startsWith("a/a.py:1: run");
    assertThat(search("query", "run", "exclude_patterns", List.of("a/")))
        .isEqualTo("b.py:2: def Run(self):\n1 matches in 1 of 1 files.");
  }

  @Test
  @DisplayName("max_results is the most there are, and more are spoken of")
  void limited() throws IOException {
    file("a.py", "x\n".repeat(300));
    assertThat(search("query", "x").lines()).hasSize(101);
    assertThat(search("query", "x", "max_results", 2))
        .isEqualTo(
            "a.py:1: x\na.py:2: x\n2 matches in 1 of 1 files. Stopped at max_results=2: there may"
                + " be more.");
  }

  @Test
  @DisplayName("long lines are cut, and the whole answer is bounded")
  void bounded() throws IOException {
    file("a.py", ("x".repeat(1000) + "\n").repeat(2000));
    var text = search("query", "x", "max_results", 5000);
    assertThat(text.lines().findFirst()).hasValue("a.py:1: " + "x".repeat(300) + " […]");
    assertThat(text).endsWith("Stopped at 262144 characters: there may be more.");
  }

  @Test
  @DisplayName(
      "what Git ignores is left out, by its rules: deeper files and later lines count more")
  void ignored() throws IOException {
    file(".gitignore", "# built\n*.gen.py\nbuild/\n/only_top.py\n!keep.gen.py\n");
    file("sub/.gitignore", "!b.gen.py\nlocal.py\n");
    var top = "a.gen.py keep.gen.py local.py only_top.py build/x.py .git/hook.py .belay/cache/x.py";
    var below = "sub/only_top.py sub/b.gen.py sub/local.py";
    for (var name : (top + " " + below).split(" ", -1)) {
      file(name, "x");
    }
    assertThat(search("query", "x").lines().map(line -> line.replaceFirst(":.*", "")))
        .containsExactly(
            "keep.gen.py",
            "local.py",
            "sub/b.gen.py",
            "sub/only_top.py",
            "4 matches in 4 of 4 files.");
  }

  @Test
  @DisplayName("binary and huge files are left out, and counted")
  void leftOut() throws IOException {
    Files.write(root.resolve("b.py"), new byte[] {'x', 0, 'x'});
    Files.write(root.resolve("h.py"), new byte[CodeSearch.FILE_BYTES + 1]);
    Files.createSymbolicLink(root.resolve("l.py"), root.resolve("b.py"));
    assertThat(search("query", "x"))
        .isEqualTo("No matches in 0 files of *.py. Left out, binary: 1. Left out, too large: 1.");
  }

  @Test
  @DisplayName(
      "files are read in the encoding that is asked for; what does not fit it does no harm")
  void encodings() throws IOException {
    Files.write(root.resolve("a.py"), "# 中文\n".getBytes(Charset.forName("GBK")));
    assertThat(search("query", "中文", "encoding", "gbk")).startsWith("a.py:1: # 中文");
    assertThat(search("query", "中文")).startsWith("No matches in 1 files");
  }

  @Test
  @DisplayName("SEC-C2: a query that repeats nothing for ever is refused before it is tried")
  void endless() throws IOException {
    Files.writeString(root.resolve("a.txt"), "hello\n");
    for (var query : List.of("(?:(?:){2000000000}){2000000000}", "(?:(?=){1000000}){1000000}")) {
      call("query", query).failed().mentioned("match nothing are tried more than 100,000 times");
    }
  }

  @Test
  @DisplayName("what cannot be looked for is an error that says what to write")
  void errors() {
    call("query", "foo(")
        .failed()
        .mentioned("query is no regular expression: Unclosed group at position 4")
        .mentioned("Put a backslash before");
    call("query", "").failed().mentioned("query is empty");
    call("query", "x", "max_results", 0).failed().mentioned("max_results is 0");
    call("query", "x", "encoding", "utf8").failed().mentioned("utf-8");
  }

  @Test
  @DisplayName("a pattern that is none is told to the caller, and of a .gitignore fits nothing")
  void badPatterns() throws IOException {
    file(".gitignore", "[z-a]\nb.py\n");
    file("a.py", "x");
    file("b.py", "x");
    assertThat(search("query", "x")).contains("a.py:1").doesNotContain("b.py:1");
    call("query", "x", "file_pattern", "[z-a].py")
        .failed()
        .mentioned("file_pattern has [z-a].py, which is no pattern of paths");
    call("query", "x", "exclude_patterns", List.of("a", "[9-0]"))
        .failed()
        .mentioned("exclude_patterns has [9-0], which is no pattern of paths");
  }

  @Test
  @DisplayName("every file is a heartbeat, and every hundredth says how far it is")
  void beats() throws IOException {
    for (int i = 0; i < 250; i++) {
      file("d" + i % 10 + "/f" + i + ".py", "x");
    }
    var outcome = call("query", "x", "max_results", 1000).succeeded();
    outcome.beat("100 matches in 100 files", "200 matches in 200 files");
    assertThat(outcome.heartbeats()).hasSizeGreaterThan(250);
  }

  @Test
  @DisplayName("a search ends at the file at which its call has ended")
  void stops() throws IOException {
    for (int i = 0; i < 100; i++) {
      file("f" + i + ".py", "x");
    }
    var beats = new AtomicInteger();
    assertThatThrownBy(() ->
            SearchCode.search(
                Wanted.of("x", "*.py", false, 100, SearchEncoding.UTF_8, List.of()),
                "*.py",
                new AllowedRoots(List.of(root), new ProtectedFiles()),
                (_, _, _) -> {
                  if (beats.incrementAndGet() == 20) {
                    throw new StoppedException("taken back");
                  }
                }))
        .isInstanceOf(StoppedException.class);
    assertThat(beats).hasValue(20);
  }

  @Test
  @DisplayName("SEC-C2: a pattern that would try for ever is given up, with a word on why")
  void hopelessPattern() throws IOException {
    file("x.py", "x".repeat(38));

    assertThat(call("query", "(x+x+)+(z|\\1)?y").failed().text())
        .isEqualTo(
            "The pattern takes too long on a text of 38 characters: it tries too many ways to"
                + " match.");
  }
}
