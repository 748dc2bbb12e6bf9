package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.Loaded.Finding;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "*, '', true",
    "*, read, true",
    "read, read, true",
    "read, reads, false",
    "re?d, read, true",
    "re?d, red, false",
    "*_file, read_file, true",
    "*a*b*c, xaxbxbxc, true",
    "*a*b*c, xaxcxb, false",
    "read*, rea, false",
    "a.c, abc, false",
    "'[a]', a, false",
    "'', '', true",
    "'', a, false"
  })
  void onlyStarAndQuestionMarkAreSpecial(String glob, String name, boolean matches) {
    assertThat(new Glob(glob).matches(name)).isEqualTo(matches);
  }

  @Test
  void aGlobNamesATheToolBareOrWithItsServer() {
    assertThat(new Glob("files__*").names("files", "read")).isTrue();
    assertThat(new Glob("read").names("files", "read")).isTrue();
    assertThat(new Glob("docs__*").names("files", "read")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "docs__*, files, false",
    "docs__*, docs, true",
    "d*__read, docs, true",
    "*__read, docs, true",
    "read, files, true",
    "*, files, true",
    "my__files__*, my__files, true",
    "my__files__*, files, false"
  })
  void aQualifiedGlobNamesItsOwnServersToolsAlone(String glob, String server, boolean may) {
    assertThat(new Glob(glob).mayNameToolOf(server)).isEqualTo(may);
  }

  @ParameterizedTest
  @CsvSource({
    "read, read",
    "files__read, read",
    "my__files__read, read",
    "outer__files__read, read",
    "__init, __init",
    "files____init, init",
    "files__, files__",
    "__, __",
    "'', ''"
  })
  void aToolsBareNameStandsBehindTheLastSeparator(String seen, String bare) {
    assertThat(Glob.bare(seen)).isEqualTo(bare);
  }

  @Test
  void aGlobOfABareNameFitsWhatAServerWithASeparatorInItsNameHas() {
    assertThat(new Glob("read").namesSeen("my__files__read")).isTrue();
    assertThat(new Glob("my__files__*").namesSeen("my__files__read")).isTrue();
    assertThat(new Glob("files__*").namesSeen("my__files__read")).isFalse();
    var settings = new Scene(directory).yaml("tools: { read: { timeout: 5 } }").settings();
    assertThat(settings.unmatchedGlobs(List.of("my__files__read"))).isEmpty();
  }

  @Test
  void aGlobThatMatchesNothingIsAWarningWithItsPlace() {
    var settings =
        new Scene(directory)
            .yaml(
                """
                tools:
                  "raed_*": { timeout: 5 }
                  "read_*": { timeout: 5 }
                  "docs__*": {}
                  "write": {}
                """)
            .settings();
    assertThat(settings.unmatchedGlobs(List.of("read_file", "files__write")))
        .extracting(Finding::toString)
        .containsExactlyInAnyOrder(
            "belay.yaml:2:3: tools.\"raed_*\": matches no tool",
            "belay.yaml:4:3: tools.\"docs__*\": matches no tool");
  }
}
