package dev.belay.samples.folder;

import java.io.IOException;

/** What a {@link FolderWalk} meets. */
public interface FileVisitor {
  /** A folder was opened, and is gone through next. */
  default void enter(OpenFolder folder) throws IOException {}

  /** {@return whether a folder is to be opened at all} */
  default boolean wants(Place folder) {
    return true;
  }

  /** A regular file. */
  void file(OpenFolder folder, OpenFolder.Entry file) throws IOException;

  /** The folder that was entered last has been gone through. */
  default void leave(OpenFolder folder) {}
}
