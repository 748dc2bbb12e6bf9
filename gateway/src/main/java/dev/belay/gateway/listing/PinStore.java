package dev.belay.gateway.listing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** All pins on this machine, for reading them and accepting changes. */
public final class PinStore {
  private final Path directory;

  /** Creates a store of the pins in a directory. */
  public PinStore(Path directory) {
    this.directory = directory;
  }

  /** The pins of one server, as of their reading. */
  public static final class Shelved {
    private final PinFile file;
    private final ServerPins book;

    private Shelved(PinFile file, ServerPins book) {
      this.file = file;
      this.book = book;
    }

    /** {@return the pins as read} */
    public ServerPins book() {
      return book;
    }

    /**
     * Accepts the waiting definitions of these tools, if they are still the ones read.
     *
     * @return the tools that were accepted
     */
    public List<String> accept(List<String> tools) throws IOException {
      var done = new ArrayList<String>();
      var _ =
          file.change(now -> {
            for (var tool : tools) {
              var looked = book.held().get(tool);
              var waits = now.held().get(tool);
              if (looked != null
                  && waits != null
                  && looked.pin().sha256().equals(waits.pin().sha256())) {
                now.acceptHeld(tool);
                done.add(tool);
              }
            }
          });
      return done;
    }
  }

  /** {@return the pins of all servers, in the order of their file names} */
  public List<Shelved> all() throws IOException {
    var all = new ArrayList<Shelved>();
    try (var files = Files.newDirectoryStream(directory, "*" + PinFile.SUFFIX)) {
      var names = new ArrayList<String>();
      files.forEach(path -> names.add(directory.relativize(path).toString()));
      names.sort(null);
      for (var name : names) {
        var file = new PinFile(directory, name, "");
        all.add(new Shelved(file, file.read()));
      }
    } catch (NoSuchFileException _) {
      // Nothing was pinned yet.
    }
    return all;
  }

  /** {@return the pins held back of the server or tool of that name; of all, if it is empty} */
  public static Map<String, ServerPins.Held> held(ServerPins book, String name) {
    var all = book.held();
    if (name.isEmpty() || name.equals(book.server())) {
      return all;
    }
    var tool = toolOf(book, name);
    var pin = all.get(tool);
    return pin == null ? Map.of() : Map.of(tool, pin);
  }

  /**
   * Returns the tools that this name accepts: a server's name accepts all that wait, a refused tool
   * is accepted by its own name alone.
   */
  public static List<String> acceptable(ServerPins book, String name) {
    return held(book, name).entrySet().stream()
        .filter(held -> !held.getValue().isRefused() || held.getKey().equals(toolOf(book, name)))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static String toolOf(ServerPins book, String name) {
    var prefix = book.server() + "__";
    return name.startsWith(prefix) ? name.substring(prefix.length()) : "";
  }
}
