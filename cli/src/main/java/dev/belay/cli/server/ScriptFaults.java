package dev.belay.cli.server;

import dev.belay.agent.model.script.ScriptException;
import dev.belay.agent.model.script.ScriptedModel;
import dev.belay.config.ModelSettings;
import dev.belay.config.Settings;
import dev.belay.core.time.Time;
import java.util.Objects;
import java.util.stream.Stream;

/** Finds faults in the scripts that configured models follow. */
public final class ScriptFaults {
  private ScriptFaults() {}

  /**
   * {@return a line for each fault, with its file and place; a script shared by models counts once}
   */
  public static Stream<String> of(Settings settings) {
    return settings.agents().models().stream()
        .map(ModelSettings::script)
        .filter(Objects::nonNull)
        .map(Objects::requireNonNull)
        .distinct()
        .flatMap(file -> {
          try {
            var _ = ScriptedModel.load(file, Time.system());
            return Stream.empty();
          } catch (ScriptException e) {
            return String.valueOf(e.getMessage()).lines();
          }
        });
  }
}
