package dev.belay.gateway.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.Concurrency;
import dev.belay.config.Scope;
import dev.belay.core.lane.Lane;
import dev.belay.core.lane.Lane.Access;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("C19: which calls run alone in their turn, and which beside others")
final class TurnLanesTest {
  private static final Lane ALONE = new Lane.Exclusive();
  private static final Lane BESIDE = new Lane.Parallel();

  private static AskedTool call(String tool, String input) {
    try {
      return AskedTool.of("1", tool, input);
    } catch (InvalidTurn e) {
      throw new AssertionError(e);
    }
  }

  private static Lane of(
      String tool, @Nullable Concurrency said, Declared declared, Concurrency unannotated) {
    var configured = new dev.belay.config.LaneSettings(said, Scope.TURN, null);
    return TurnLanes.of(call(tool, "{}"), configured, declared, unannotated, null);
  }

  private static Lane keyed(
      String tool, String input, @Nullable Concurrency said, Declared declared) {
    var configured = new dev.belay.config.LaneSettings(said, Scope.TURN, "path");
    return TurnLanes.of(call(tool, input), configured, declared, Concurrency.PARALLEL, null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"exec", "write", "shell__exec", "git_commit", "repo__git_push"})
  @DisplayName("S1-63: a tool that changes a workspace, of any server")
  void toolsThatChangeAWorkspaceRunAlone(String tool) {
    assertThat(of(tool, null, Declared.SPARES, Concurrency.PARALLEL)).isEqualTo(ALONE);
    assertThat(of(tool, Concurrency.PARALLEL, Declared.DESTROYS, Concurrency.EXCLUSIVE))
        .as("but configuration has the last word")
        .isEqualTo(BESIDE);
  }

  @Test
  @DisplayName("a destructive tool runs alone; one without a declaration as configured")
  void aDestructiveToolRunsAloneAndAnUndeclaredOneAsConfigured() {
    assertThat(of("drop", null, Declared.DESTROYS, Concurrency.PARALLEL)).isEqualTo(ALONE);
    assertThat(of("look", null, Declared.SPARES, Concurrency.EXCLUSIVE)).isEqualTo(BESIDE);
    assertThat(of("look", null, Declared.READS, Concurrency.EXCLUSIVE)).isEqualTo(BESIDE);
    assertThat(of("any", null, Declared.NOTHING, Concurrency.PARALLEL)).isEqualTo(BESIDE);
    assertThat(of("any", null, Declared.NOTHING, Concurrency.EXCLUSIVE)).isEqualTo(ALONE);
    assertThat(of("any", Concurrency.EXCLUSIVE, Declared.SPARES, Concurrency.PARALLEL))
        .isEqualTo(ALONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "write_file | {\"path\":\"./a\"}      | a",
        "write_file | {\"path\":\"a\"}        | a",
        "put        | {\"path\":\"b/../a\"}   | a",
        "put        | {\"path\":\"/x//y/./z\"}| /x/y/z",
        "put        | {\"path\":\"a\\u0000b\"}| a\0b"
      })
  @DisplayName("a writer has its resource alone, in any spelling")
  void aWriterHasItsResourceAlone(String tool, String input, String resource) {
    assertThat(keyed(tool, input, null, Declared.NOTHING))
        .isEqualTo(new Lane.Keyed(resource, Access.WRITE));
    assertThat(keyed(tool, input, Concurrency.EXCLUSIVE, Declared.READS))
        .isEqualTo(new Lane.Keyed(resource, Access.WRITE));
  }

  @Test
  @DisplayName("a reader shares its resource: by declaration, by configuration, and by its name")
  void readersShareTheirResource() {
    var shared = new Lane.Keyed("a", Access.READ);
    var input = "{\"path\":\"a\"}";
    assertThat(keyed("look", input, null, Declared.READS)).isEqualTo(shared);
    assertThat(keyed("look", input, Concurrency.PARALLEL, Declared.DESTROYS)).isEqualTo(shared);
    assertThat(keyed("files__read_text_file", input, null, Declared.NOTHING)).isEqualTo(shared);
    assertThat(
            TurnLanes.of(
                call("files__read_file", input),
                null,
                Declared.NOTHING,
                Concurrency.PARALLEL,
                null))
        .as("built in: such a call waits for writers that have a key")
        .isEqualTo(shared);
    assertThat(keyed("write_file", input, null, Declared.READS))
        .as("what is known to write does, whatever it says")
        .isEqualTo(new Lane.Keyed("a", Access.WRITE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{\"path\":7}", "{\"path\":[\"a\"]}", "{\"path\":null}", "{\"path\":\" \"}"})
  @DisplayName("a call without a resource could mean any, and runs alone")
  void aCallWithoutAResourceRunsAlone(String input) {
    assertThat(keyed("write_file", input, null, Declared.NOTHING)).isEqualTo(ALONE);
    assertThat(keyed("look", input, Concurrency.PARALLEL, Declared.READS)).isEqualTo(ALONE);
    assertThat(
            TurnLanes.of(
                call("read_file", input), null, Declared.NOTHING, Concurrency.PARALLEL, null))
        .as("nobody said that this one has a key")
        .isEqualTo(BESIDE);
  }
}
