package dev.belay.cli.command;

import dev.belay.cli.clients.NotUnderstood;
import dev.belay.cli.clients.ServersYaml;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.config.EditedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of {@code belay serve}, to which {@code belay import --serve} adds the servers
 * of clients.
 *
 * @param url where it serves
 */
record ServedServers(EditedConfig config, ServersYaml taken, String url) {
  /** {@return the present configuration; null if it is wrong, which is said} */
  static @Nullable ServedServers of(Path here, @Nullable String file, Shell shell)
      throws UsageException, IOException {
    var config = EditedConfig.of(here, file, shell);
    if (config == null) {
      return null;
    }
    var settings = config.settings();
    var address = GatewayOptions.address(settings.http());
    return new ServedServers(
        config, new ServersYaml(here, settings.servers().keySet()), address + "/mcp");
  }

  EditedFile file() {
    return config.file();
  }

  /**
   * {@return the configuration with the servers; null if it would not be valid, which is said}
   *
   * @param shown takes what changes, for people
   */
  byte @Nullable [] change(StringBuilder shown, Shell shell) throws IOException {
    var diff = new ArrayList<String>();
    String text;
    try {
      text = taken.in(new String(file().content(), StandardCharsets.UTF_8), diff);
    } catch (NotUnderstood e) {
      shell.say("belay: " + file().path() + ": " + e.text() + "; nothing was written");
      return null;
    }
    shown.append("Belay, ").append(file().path()).append('\n');
    diff.forEach(line -> shown.append("  ").append(line).append('\n'));
    var warning = warning();
    if (warning != null) {
      shown.append("  ").append(warning).append('\n');
    }
    shown.append('\n');
    var content = text.getBytes(StandardCharsets.UTF_8);
    return config.isValid(content, shell) ? content : null;
  }

  /** {@return what is to be said of secrets in the configuration; null for nothing} */
  private @Nullable String warning() throws IOException {
    var servers = taken.withSecrets();
    var where = servers.isEmpty() ? null : inTheOpen();
    return where == null
        ? null
        : "Secrets of "
            + String.join(", ", new TreeSet<>(servers))
            + " stand in "
            + file().path().getFileName()
            + ", which "
            + where
            + "; write ${VARIABLE} in their place";
  }

  /** {@return how others get to see the configuration; null if they do not} */
  private @Nullable String inTheOpen() throws IOException {
    var path = file().target();
    for (var folder = path.getParent(); folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve(".git"))) {
        return "lies in a work tree of git";
      }
    }
    var view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
    if (!file().isThere() || view == null) {
      return null;
    }
    var permissions = view.readAttributes().permissions();
    return permissions.contains(PosixFilePermission.GROUP_READ)
            || permissions.contains(PosixFilePermission.OTHERS_READ)
        ? "others can read"
        : null;
  }

  /** Says what is left to do. */
  void next(Shell shell) throws IOException {
    var warning = warning();
    if (warning != null) {
      shell.say(warning);
    }
    shell.say("Start it with: belay serve, in the folder of " + file().path());
    if (config.settings().auth().isRequired()) {
      shell.say("Its clients need tokens: belay token new NAME");
    }
  }
}
