package dev.belay.store.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import org.sqlite.util.LibraryLoaderUtil;

/**
 * The machine code of SQLite, unpacked once and then used by every process. By itself the driver
 * unpacks a copy at each start, which stays where the process is killed.
 */
final class NativeLibrary {
  private static final String PATH = "org.sqlite.lib.path";

  private NativeLibrary() {}

  /**
   * Unpacks it below {@code directory}, unless it is there or its user has it elsewhere. One
   * process at a time may do that.
   */
  static void unpack(Path directory) throws IOException {
    if (System.getProperty(PATH) != null) {
      return;
    }
    var name = LibraryLoaderUtil.getNativeLibName();
    var source = LibraryLoaderUtil.getNativeLibResourcePath() + "/" + name;
    try (var packed = LibraryLoaderUtil.class.getResourceAsStream(source)) {
      if (packed == null) {
        // Not a system that the driver has code for: it says so itself.
        return;
      }
      var code = packed.readAllBytes();
      var folder = directory.resolve("native");
      var library = folder.resolve(name);
      OwnFiles.makeDirectory(folder);
      if (!Files.isRegularFile(library) || !Arrays.equals(Files.readAllBytes(library), code)) {
        replace(folder, library, code);
      }
      System.setProperty(PATH, folder.toString());
    }
  }

  /** A process that uses the one before goes on doing so. */
  private static void replace(Path folder, Path library, byte[] code) throws IOException {
    var draft = folder.resolve("new");
    Files.write(draft, code);
    Files.move(draft, library, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
