package dev.belay.samples.file;

import dev.belay.samples.file.Place.UnusablePathException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * An open folder below a root. Its entries stay those of this folder even if its path changes
 * meanwhile, and no entry that is a link is followed.
 *
 * <p>Not thread-safe.
 */
public final class OpenFolder implements Closeable {
  private final Place place;
  private final SecureDirectoryStream<Path> stream;

  private OpenFolder(Place place, SecureDirectoryStream<Path> stream) {
    this.place = place;
    this.stream = stream;
  }

  private static UnusablePathException withheld(Place place) {
    return new UnusablePathException(place.shown() + " is Belay's own, which no tool may use");
  }

  /**
   * Opens a folder, from its root downwards.
   *
   * @throws UnusablePathException if it is not a folder, or has become a link
   */
  public static OpenFolder at(Place place) throws IOException {
    var folder = top(place);
    for (var name : place.isRoot() ? List.<Path>of() : place.inside()) {
      try (var above = folder) {
        folder = above.folder(name);
      }
    }
    return folder;
  }

  /**
   * Opens the folder that contains this place.
   *
   * @throws UnusablePathException if that is not a folder, has become a link, or the place is a
   *     root
   */
  public static OpenFolder above(Place place) throws IOException {
    return at(place.above());
  }

  @SuppressWarnings("StreamResourceLeak") // Closed with the folder.
  private static OpenFolder top(Place place) throws IOException {
    try {
      var attributes = Files.readAttributes(place.root(), BasicFileAttributes.class);
      if (place.withheld().now().have(attributes)) {
        throw withheld(place.top());
      }
      var stream = Files.newDirectoryStream(place.root());
      if (stream instanceof SecureDirectoryStream<Path> secure) {
        return new OpenFolder(place.top(), secure);
      }
      stream.close();
    } catch (IOException e) {
      throw UnusablePathException.because(place.root().toString(), e);
    }
    throw new UnusablePathException(
        place.root() + " is on a file system that cannot be walked without following links");
  }

  /** {@return the place from which it was opened} */
  public Place place() {
    return place;
  }

  /**
   * Opens a subfolder.
   *
   * @throws UnusablePathException if it is not a folder, or is a link
   */
  public OpenFolder folder(Path name) throws IOException {
    var below = place.entry(name);
    var attributes = attributes(name);
    if (!attributes.isDirectory()) {
      throw new UnusablePathException(below.shown() + " is no folder");
    }
    if (place.withheld().now().have(attributes)) {
      throw withheld(below);
    }
    try {
      // Races with a link created just now, which is not followed.
      return new OpenFolder(below, stream.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS));
    } catch (IOException e) {
      throw UnusablePathException.because(below.shown(), e);
    }
  }

  /**
   * {@return the entries that may be used, sorted by name}
   *
   * <p>Can be called once only.
   */
  public List<Entry> entries() throws IOException {
    var entries = new ArrayList<Entry>();
    var withheld = place.withheld().now();
    try {
      for (var path : stream) {
        var name = path.getFileName();
        try {
          var attributes = attributes(name);
          if (!withheld.have(attributes)) {
            entries.add(new Entry(name, attributes));
          }
        } catch (UnusablePathException _) {
          // Deleted since it was listed.
        }
      }
    } catch (DirectoryIteratorException e) {
      throw UnusablePathException.because(place.shown(), Objects.requireNonNull(e.getCause()));
    }
    entries.sort(Comparator.comparing(entry -> entry.name().toString()));
    return entries;
  }

  /** {@return the attributes of an entry; of a link, its own} */
  public BasicFileAttributes attributes(Path name) throws UnusablePathException {
    try {
      return stream
          .getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
          .readAttributes();
    } catch (IOException e) {
      throw UnusablePathException.because(place.entry(name).shown(), e);
    }
  }

  /**
   * Opens a file in this folder for reading.
   *
   * @throws UnusablePathException if it is not a regular file: a folder, a link, a pipe, a device
   */
  public InputStream read(Path name) throws IOException {
    var file = place.entry(name);
    var attributes = attributes(name);
    if (attributes.isDirectory()) {
      throw new UnusablePathException(file.shown() + " is a folder, not a file");
    }
    if (!attributes.isRegularFile()) {
      throw new UnusablePathException(file.shown() + " is no regular file");
    }
    try {
      var bytes =
          stream.newByteChannel(name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
      try {
        requireUsable(name, attributes);
        return Channels.newInputStream(bytes);
      } catch (IOException e) {
        bytes.close();
        throw e;
      }
    } catch (IOException e) {
      throw UnusablePathException.because(file.shown(), e);
    }
  }

  /** Refuses an entry that is withheld, or that has replaced the one examined. */
  private void requireUsable(Path name, BasicFileAttributes seen) throws UnusablePathException {
    var file = place.entry(name);
    if (place.withheld().now().have(seen)) {
      throw withheld(file);
    }
    if (!Objects.equals(seen.fileKey(), attributes(name).fileKey())) {
      throw new UnusablePathException(file.shown() + " was replaced while it was opened");
    }
  }

  /**
   * Deletes a file in this folder, or a link itself.
   *
   * @throws UnusablePathException if it is a folder, or does not exist
   */
  public void delete(Path name) throws IOException {
    var file = place.entry(name);
    var attributes = attributes(name);
    if (attributes.isDirectory()) {
      throw new UnusablePathException(file.shown() + " is a folder, not a file");
    }
    requireUsable(name, attributes);
    try {
      stream.deleteFile(name);
    } catch (IOException e) {
      throw UnusablePathException.because(file.shown(), e);
    }
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }

  /** Entry of a folder, with its attributes when listed. */
  public record Entry(Path name, BasicFileAttributes attributes) {
    /** {@return size and time of the last write: a file with another stamp has changed} */
    public String stamp() {
      return attributes.size() + "@" + attributes.lastModifiedTime().toInstant();
    }
  }
}
