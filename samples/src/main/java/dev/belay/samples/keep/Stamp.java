package dev.belay.samples.keep;

import java.nio.file.attribute.BasicFileAttributes;

/** By what a file is known to have changed: its size and when it was last written. */
public final class Stamp {
  private Stamp() {}

  /** {@return the stamp of a file with these attributes} */
  public static String of(BasicFileAttributes attributes) {
    return attributes.size() + "@" + attributes.lastModifiedTime().toInstant();
  }
}
