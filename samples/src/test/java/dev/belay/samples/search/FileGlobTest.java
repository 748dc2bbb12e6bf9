package dev.belay.samples.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.cancel.StoppedException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Patterns of paths mean what they mean to Git")
final class FileGlobTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "*.py,        a.py,        true",
        "*.py,        a/b/c.py,    true",
        "*.py,        a.pyc,       false",
        "/a.py,       a.py,        true",
        "/a.py,       b/a.py,      false",
        "a/*.py,      a/b.py,      true",
        "a/*.py,      a/b/c.py,    false",
        "a/*.py,      x/a/b.py,    false",
        "a/**,        a/b/c.py,    true",
        "a/**,        a,           false",
        "**/a.py,     a.py,        true",
        "**/a.py,     x/y/a.py,    true",
        "a/**/b.py,   a/b.py,      true",
        "a/**/b.py,   a/x/y/b.py,  true",
        "a?.py,       ab.py,       true",
        "a?.py,       a.py,        false",
        "a[0-9].py,   a5.py,       true",
        "a[!0-9].py,  a5.py,       false",
        "a[^x].py,    ay.py,       true",
        "a[]].py,     a].py,       true",
        "a[.py,       a[.py,       true",
        "\\*.py,      *.py,        true",
        "\\*.py,      a.py,        false",
        "a.py,        axpy,        false",
        "a+(b).py,    a+(b).py,    true",
        "a[a\\-z].py, a-.py,       true",
        "[z-a].py,    z.py,        false",
        "[!z-a].py,   b.py,        false",
        "a***.py,     abc.py,      true",
        "**/**/a.py,  a.py,        true",
        "x/**/**/a,   x/y/z/a,     true",
        "x/**/**/a,   x/ya,        false",
      })
  void git(String glob, String path, boolean fits) {
    assertThat(FileGlob.ofGit(glob).matches(Path.of(path))).isEqualTo(fits);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "\"*.{ts,tsx}\", a/b.tsx, true",
        "\"*.{ts,tsx}\", a/b.tsy, false",
        "\"a{b\",        a{b,     true",
        "\"a,b\",        \"a,b\", true",
        "\"{a,{b,c}}\",  c,       true",
        "\"{a,{b}\",     b,       true",
      })
  @DisplayName("callers may also name choices, and a brace that is not closed harms nobody")
  void choices(String glob, String path, boolean fits) {
    assertThat(FileGlob.of(glob).matches(Path.of(path))).isEqualTo(fits);
  }

  @Test
  @DisplayName("stars in a row are one: thousands of them end at once")
  void folded() {
    var path = Path.of("a/".repeat(60) + "b");
    assertThat(FileGlob.of("**/".repeat(2_000) + "x").matches(path)).isFalse();
    assertThat(FileGlob.ofGit("*".repeat(2_000) + "x").matches(Path.of("a".repeat(200)))).isFalse();
  }

  @Test
  @DisplayName("a pattern that would try for ever ends with the interrupt of its call")
  void hopeless() {
    var glob = FileGlob.ofGit("*a".repeat(20) + "*b");
    var path = Path.of("a".repeat(200));
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> glob.matches(path)).isInstanceOf(StoppedException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
