package dev.belay.cli.command;

import dev.belay.cli.shell.Shell;
import dev.belay.config.Config;
import dev.belay.config.EditedFile;
import dev.belay.config.Loaded;
import dev.belay.config.Settings;
import dev.belay.config.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A {@code belay.yaml} that a command adds lines to. */
record EditedConfig(EditedFile file, Sources sources, Settings settings) {
  private static final int MOST_BYTES = 4 << 20;

  /** {@return the path of the configuration} */
  static Path path(Path here, @Nullable String config) {
    return here.resolve(config == null ? Config.FILE : config);
  }

  /** {@return the configuration, which may not exist yet; null if it is wrong, which is said} */
  static @Nullable EditedConfig of(Path here, @Nullable String config, Shell shell)
      throws IOException {
    var file = EditedFile.read(path(here, config), MOST_BYTES);
    var sources = sources(here, file.isThere() ? file.path() : null, shell);
    return ChosenServer.loaded(sources, shell) instanceof Loaded.Good(var settings, var _)
        ? new EditedConfig(file, sources, settings)
        : null;
  }

  private static Sources sources(Path here, @Nullable Path file, Shell shell) {
    return new Sources(here, file, List.of(), shell.environment(), List.of(), null).withoutAgents();
  }

  /**
   * Has a new content read before it is written, since a mistake in it would stop every server.
   *
   * @return false if it is not valid, which is said
   */
  boolean isValid(byte[] content, Shell shell) throws IOException {
    var draft = Files.createTempFile("belay", ".yaml");
    try {
      Files.write(draft, content);
      if (Config.load(sources(sources.directory(), draft, shell)) instanceof Loaded.Bad bad) {
        for (var error : bad.errors()) {
          var said = error.toString().replace(draft.toString(), file.path().toString());
          shell.say("belay: " + said);
        }
        shell.say("belay: the configuration would not be valid; nothing was written");
        return false;
      }
      return true;
    } finally {
      Files.delete(draft);
    }
  }
}
