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
 * Current audit file and its predecessors: {@code audit.jsonl}, then {@code audit.jsonl.1} and so
 * on, readable for their owner alone. {@code audit.jsonl.lock} is locked while the file is open:
 * two writers would overwrite each other's lines. Not safe for use by several threads.
 */
final class AuditFile implements AutoCloseable {
  /** The part of the end first searched for the last line; extended if that line is longer. */
  private static final int TAIL = 1 << 20;

  /** A line cannot be longer than the kept part of a call. */
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
   * Opens or creates the file, and continues at its end.
   *
   * @throws IOException if that fails, or another process has it open
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
      // This process itself has it open.
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
    // Races with a process that puts a link there now, which neither open nor chmod follows.
    var options =
        Set.of(
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.READ,
            LinkOption.NOFOLLOW_LINKS);
    var owner = PosixFilePermissions.fromString("rw-------");
    var opened = FileChannel.open(path, options, PosixFilePermissions.asFileAttribute(owner));
    // An existing file may have been created with wider permissions.
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
      // The process ended just after the last file was full.
      try (var last =
          FileChannel.open(numbered(1), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
        chain = ended(last, /* mend= */ false);
      }
    }
  }

  private Chain ended(FileChannel file, boolean mend) throws IOException {
    long end = file.size();
    var tail = tail(file, TAIL);
    // The chain continues after the last line, however long that is.
    while (!hasWholeLine(tail) && tail.length < Math.min(end, LONGEST_TAIL)) {
      tail = tail(file, Math.min(2L * tail.length, LONGEST_TAIL));
    }
    if (mend && tail[tail.length - 1] != '\n') {
      // The machine failed during a write: the partial line stays, as a line of its own.
      size += channel.write(ByteBuffer.wrap(new byte[] {'\n'}), size);
    }
    var text = new String(tail, UTF_8);
    var lines = text.substring(0, text.lastIndexOf('\n') + 1).split("\n", -1);
    return lines.length < 2 ? Chain.START : Chain.following(lines[lines.length - 2]);
  }

  /** Returns whether a line ends here whose beginning is also in the tail. */
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
      // Until all of it is read.
    }
    return tail.array();
  }

  /**
   * Writes all lines or none.
   *
   * @param force whether they must be on the disk at the return
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
      // A partial line would look like tampering.
      channel.truncate(size);
      throw e;
    }
    size = at;
  }

  /**
   * Creates the next file first and names it last: if a step fails, the current file stays in use,
   * and the next line tries again, with no file shifted twice.
   */
  private void rotate() throws IOException {
    var draft = beside(path, "new");
    Files.deleteIfExists(draft);
    var next = channel(draft);
    try {
      // It is missing if the last attempt came this far.
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

  /** Shifts files up to the first free number; without one, the oldest is deleted. */
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

  /** {@return every file that the log may create} */
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
