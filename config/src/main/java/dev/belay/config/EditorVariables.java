package dev.belay.config;

import java.io.File;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** What editors put into their own files besides variables of the environment. */
final class EditorVariables {
  /** Directories that belong to a project and hold an editor's files. */
  private static final Set<String> OF_EDITORS = Set.of(".vscode", ".cursor");

  private EditorVariables() {}

  /**
   * {@return the environment, and what {@code ${workspaceFolder}} and its like mean in that file}
   *
   * @param file of a client; the project is where it is, or where its editor's directory is
   */
  static Map<String, String> with(Map<String, String> environment, Path file) {
    var variables = new HashMap<String, String>();
    var folder = folder(file.toAbsolutePath().normalize());
    var name = folder.getFileName();
    variables.put("workspaceFolder", folder.toString());
    variables.put("workspaceFolderBasename", name == null ? "" : name.toString());
    variables.put("pathSeparator", File.separator);
    variables.put("/", File.separator);
    var home = environment.get("HOME");
    if (home != null) {
      variables.put("userHome", home);
    }
    variables.putAll(environment);
    return variables;
  }

  private static Path folder(Path file) {
    var directory = file.getParent();
    if (directory == null) {
      return file;
    }
    var name = directory.getFileName();
    var above = directory.getParent();
    return name != null && above != null && OF_EDITORS.contains(name.toString())
        ? above
        : directory;
  }
}
