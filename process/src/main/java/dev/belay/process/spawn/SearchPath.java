package dev.belay.process.spawn;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Finds a program like {@code execvp}, to explain beforehand why it cannot be started.
 *
 * <p>The launcher in between could report it only on the child's stderr.
 */
final class SearchPath {
  private static final String WITHOUT_PATH = "/bin:/usr/bin";
  private static final int LONGEST_FIRST_LINE = 256;

  private final @Nullable String path;
  private final File directory;

  /**
   * Creates a search for a child.
   *
   * @param path the PATH of the child, null if it has none
   * @param directory the working directory of the child
   */
  SearchPath(@Nullable String path, File directory) {
    this.path = path;
    this.directory = directory;
  }

  /** Returns the file that {@code command} names. */
  File find(String command) throws CannotStart {
    if (!directory.isDirectory()) {
      throw new CannotStart(
          "cannot start " + command + ": its directory " + directory + " does not exist");
    }
    var found = command.indexOf('/') >= 0 ? at(command) : search(command);
    checkInterpreter(command, found);
    return found;
  }

  private File at(String command) throws CannotStart {
    var file = within(command);
    if (!file.exists()) {
      throw new CannotStart("cannot start " + command + ": there is no such file");
    }
    if (!isProgram(file)) {
      throw new CannotStart("cannot start " + command + ": it is not executable");
    }
    return file;
  }

  private File search(String command) throws CannotStart {
    @Nullable File refused = null;
    var places = path == null ? WITHOUT_PATH : path;
    for (var place : command.isEmpty() ? new String[0] : places.split(":", -1)) {
      var file = new File(within(place), command);
      if (isProgram(file)) {
        return file;
      }
      refused = refused == null && file.isFile() ? file : refused;
    }
    if (refused != null) {
      throw new CannotStart("cannot start " + command + ": " + refused + " is not executable");
    }
    throw new CannotStart(
        "cannot start "
            + command
            + ": command not found; PATH searched: "
            + (path == null ? "none set, so " + WITHOUT_PATH : path.isEmpty() ? "(empty)" : path));
  }

  private File within(String name) {
    var file = new File(name);
    return file.isAbsolute() ? file : new File(directory, name);
  }

  private static boolean isProgram(File file) {
    return file.isFile() && file.canExecute();
  }

  /** The kernel reports a missing interpreter under the name of the script. */
  private void checkInterpreter(String command, File script) throws CannotStart {
    var line = firstLine(script);
    if (!line.startsWith("#!")) {
      return;
    }
    var interpreter = line.substring(2).strip().split("[ \t]", 2)[0];
    if (!interpreter.isEmpty() && !isProgram(within(interpreter))) {
      throw new CannotStart(
          "cannot start "
              + command
              + ": its interpreter "
              + interpreter
              + " is missing or not executable");
    }
  }

  private static String firstLine(File file) {
    try (var in = new FileInputStream(file)) {
      var head = new String(in.readNBytes(LONGEST_FIRST_LINE), StandardCharsets.ISO_8859_1);
      int end = head.indexOf('\n');
      return end < 0 ? head : head.substring(0, end);
    } catch (IOException e) {
      return ""; // executable but not readable, therefore a binary
    }
  }
}
