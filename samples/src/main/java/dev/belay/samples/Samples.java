package dev.belay.samples;

import dev.belay.samples.file.ReadFile;
import dev.belay.samples.folder.AllowedRoots;
import dev.belay.tools.declare.Tools;

/** The sample tools, as sets to be served: {@code docs/samples.md} says what each does. */
public final class Samples {
  private Samples() {}

  /** {@return those that destroy nothing and run nothing} */
  public static Tools basic(SampleFolders folders) {
    return Tools.of(new ReadFile(new AllowedRoots(folders.roots())));
  }

  /** {@return all of them: {@code exec} and {@code delete_file} too} */
  public static Tools all(SampleFolders folders) {
    return basic(folders);
  }
}
