package dev.belay.observe.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The present file and those before it: {@code audit.jsonl}, then {@code audit.jsonl.1} and so on,
 * which only their owner can read. {@code audit.jsonl.lock} is locked for as long as it is open:
 * two that wrote at once would write over each other's lines. Not safe for use by several threads.
 */
final class AuditFile implements AutoCloseable {
  /** As much of the end is read first to find the last line; for a longer one, more. */
  private static final int TAIL = 1 << 20;

  /** No line can be longer than what is kept of a call. */
  private static final int LONGEST_TAIL = 64 << 20;

  private final Path path;
  private final int maxBytes;
  private final int maxFiles;

  /** Holds the lock. */
  private final FileChannel lock;

  private FileChannel channel;
  private long size;
  private Chain chain;

  private AuditFile(
      Path path, int maxBytes, int maxFiles, FileChannel lock, FileChannel channel, long size) {
    this.path = path;
    this.maxBytes = maxBytes;
    this.maxFiles = maxFiles;
    this.lock = lock;
    this.channel = channel;
    this.size = size;
    chain = Chain.START;
  }

  /**
   * Opens the file, or makes it, and goes on where it ends.
   *
   * @throws IOException if it cannot be, or another process has it open
   */
  static AuditFile open(Path path, int maxBytes, int maxFiles) throws IOException {
    var directory = path.toAbsolutePath().getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    var lock = lock(path);
    try {
      var channel = channel(path);
      var file = new AuditFile(path, maxBytes, maxFiles, lock, channel, channel.size());
      file.resume();
      return file;
    } catch (IOException e) {
      lock.close();
      throw e;
    }
  }

  private static FileChannel lock(Path path) throws IOException {
    var lock = channel(beside(path, "lock"));
    try {
      if (lock.tryLock() != null) {
        return lock;
      }
    } catch (OverlappingFileLockException _) {
      // It is open in this very process.
    } catch (IOException e) {
      lock.close();
      throw e;
    }
    lock.close();
    throw new IOException(
        "another gateway writes this file; give each of them an audit.file of its own");
  }

  private static FileChannel channel(Path path) throws IOException {
    if (Files.isSymbolicLink(path)) {
      throw new IOException("it is a link; name the file that it leads to");
    }
    // The other party: who puts a link there now, which neither open nor chmod follows.
    var options =
        Set.of(
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.READ,
            LinkOption.NOFOLLOW_LINKS);
    var owner = PosixFilePermissions.fromString("rw-------");
    var opened = FileChannel.open(path, options, PosixFilePermissions.asFileAttribute(owner));
    // A file that was there already may have been made by others.
    try {
      Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
          .setPermissions(owner);
    } catch (IOException e) {
      opened.close();
      throw e;
    }
    return opened;
  }

  private void resume() throws IOException {
    if (size > 0) {
      chain = ended(channel, /* mend= */ true);
    } else if (Files.exists(numbered(1))) {
      // It went down just after the last one was full.
      try (var last =
          FileChannel.open(numbered(1), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
        chain = ended(last, /* mend= */ false);
      }
    }
  }

  private Chain ended(FileChannel file, boolean mend) throws IOException {
    long end = file.size();
    var tail = tail(file, TAIL);
    // However long the last line is, the chain goes on behind it.
    while (!hasWholeLine(tail) && tail.length < Math.min(end, LONGEST_TAIL)) {
      tail = tail(file, Math.min(2L * tail.length, LONGEST_TAIL));
    }
    if (mend && tail[tail.length - 1] != '\n') {
      // The machine went down while a line was written: it stays, as half a line of its own.
      size += channel.write(ByteBuffer.wrap(new byte[] {'\n'}), size);
    }
    var text = new String(tail, UTF_8);
    var lines = text.substring(0, text.lastIndexOf('\n') + 1).split("\n", -1);
    return lines.length < 2 ? Chain.START : Chain.following(lines[lines.length - 2]);
  }

  /** Whether a line ends here that begins behind the end of another. */
  private static boolean hasWholeLine(byte[] tail) {
    int breaks = 0;
    for (var one : tail) {
      breaks += one == '\n' ? 1 : 0;
    }
    return breaks > 1;
  }

  private static byte[] tail(FileChannel file, long most) throws IOException {
    long end = file.size();
    int length = (int) Math.min(end, most);
    var tail = ByteBuffer.allocate(length);
    while (tail.hasRemaining() && file.read(tail, end - length + tail.position()) > 0) {
      // until all of it is there
    }
    return tail.array();
  }

  /**
   * Writes lines, all or none.
   *
   * @param force whether they are to be on the disk when this returns
   */
  void append(Iterable<String> fields, boolean force) throws IOException {
    if (size >= maxBytes) {
      rotate();
    }
    var next = chain;
    var text = new StringBuilder();
    for (var one : fields) {
      var line = next.line(one);
      text.append(line).append('\n');
      next = next.after(line);
    }
    write(ByteBuffer.wrap(text.toString().getBytes(UTF_8)), force);
    chain = next;
  }

  private void write(ByteBuffer bytes, boolean force) throws IOException {
    long at = size;
    try {
      while (bytes.hasRemaining()) {
        at += channel.write(bytes, at);
      }
      if (force) {
        channel.force(false);
      }
    } catch (IOException e) {
      // Half a line would be taken for one that somebody has tampered with.
      channel.truncate(size);
      throw e;
    }
    size = at;
  }

  /**
   * Makes the next file first, and gives it its name last: where anything on the way fails, the
   * present file goes on, and the next line tries again, with nothing shifted twice.
   */
  private void rotate() throws IOException {
    var draft = beside(path, "new");
    Files.deleteIfExists(draft);
    var next = channel(draft);
    try {
      // It is missing where the last try came as far as this.
      if (Files.exists(path) && maxFiles > 1) {
        makeRoom();
        Files.move(path, numbered(1), StandardCopyOption.REPLACE_EXISTING);
      }
      Files.move(draft, path, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      next.close();
      throw e;
    }
    var old = channel;
    channel = next;
    size = 0;
    old.close();
  }

  /** Shifts files up to the first number that is free; where none is, the oldest goes. */
  private void makeRoom() throws IOException {
    int free = 1;
    while (free < maxFiles - 1 && Files.exists(numbered(free))) {
      free++;
    }
    for (int number = free; number > 1; number--) {
      Files.move(numbered(number - 1), numbered(number), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static Path beside(Path path, String suffix) {
    return path.resolveSibling(path.getFileName() + "." + suffix);
  }

  private Path numbered(int number) {
    return beside(path, Integer.toString(number));
  }

  /** {@return every file that it may make} */
  static List<Path> all(Path path, int maxFiles) {
    var all = new ArrayList<>(List.of(path, beside(path, "lock"), beside(path, "new")));
    for (int number = 1; number < maxFiles; number++) {
      all.add(beside(path, Integer.toString(number)));
    }
    return all;
  }

  @Override
  public void close() throws IOException {
    try (lock) {
      channel.close();
    }
  }

  /**
   * The lines in their order, each with the hash of the one before: whoever changes or removes one
   * must change all that follow.
   *
   * @param next the number of the next line
   * @param prev the hash of the line before it
   */
  record Chain(long next, String prev) {
    static final Chain START = new Chain(1, "0".repeat(64));

    /** {@return the line with its place in the chain, without the line break} */
    String line(String fields) {
      return "{\"seq\":" + next + ",\"prev\":\"" + prev + "\"," + fields.substring(1);
    }

    Chain after(String line) {
      return new Chain(next + 1, Sha256.hex(line.getBytes(UTF_8)));
    }

    /**
     * {@return the chain that goes on after {@code line}, the last of a file; START if it is none}
     */
    static Chain following(String line) {
      try {
        var bytes = line.getBytes(UTF_8);
        var object = JsonObject.of(bytes, Slices.value(bytes));
        var sequence = object == null ? null : object.raw("seq");
        return sequence == null
            ? START
            : new Chain(Long.parseLong(new String(sequence, UTF_8)), "").after(line);
      } catch (NotJson | NumberFormatException _) {
        return START;
      }
    }
  }
}
