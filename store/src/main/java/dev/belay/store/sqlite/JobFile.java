package dev.belay.store.sqlite;

import dev.belay.core.job.JobStoreException;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;

/**
 * The file while it is open: one connection that writes, and some that read beside it.
 *
 * <p>Concurrency: {@link #writer} belongs to the thread that writes, which also opens and closes. A
 * connection that reads belongs to the thread that has taken it, also past the close.
 */
final class JobFile {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

  /** Behind the time in the name of a file that was moved aside. */
  private static final Pattern NUMBER = Pattern.compile("-(\\d{1,9})$");

  private static final int READERS = 4;

  /** How long a thread that reads stays without use. */
  private static final Duration READER_REST = Duration.ofSeconds(10);

  /** How many damaged files are kept, the newest ones. */
  static final int MOST_ASIDE = 3;

  /** What stays of the log of writes once its content is in the file, in bytes. */
  private static final int LARGEST_LOG = 16 << 20;

  /** That one store at a time is opened, beside a lock on a file for other processes. */
  private static final ReentrantLock ONE_AT_A_TIME = new ReentrantLock();

  /**
   * Where the file is, and how it is opened.
   *
   * @param busy how long another program is waited for
   * @param report is told of a damaged file
   * @param lost counts jobs of stores that are gone
   */
  record Place(Path directory, Duration busy, Time time, Consumer<String> report, LongAdder lost) {
    Path file() {
      return directory.resolve("jobs.db");
    }
  }

  private final Place place;
  private final @Nullable Object key;
  private final JobRows writer;
  private final ThreadPoolExecutor readers = readers();
  private final Queue<JobRows> idle = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  private JobFile(Place place, @Nullable Object key, JobRows writer) {
    this.place = place;
    this.key = key;
    this.writer = writer;
  }

  /**
   * Opens the file, makes it where there is none, or begins a new one where it is damaged. Open
   * jobs of stores that are gone are lost from then on.
   *
   * @param damaged the key of a file that has turned out to be damaged; null if none has
   */
  static JobFile open(Place place, Nodes nodes, @Nullable Object damaged) throws JobStoreException {
    ONE_AT_A_TIME.lock();
    try {
      OwnFiles.makeDirectory(place.directory);
      try (var _ = locked(place)) {
        NativeLibrary.unpack(place.directory);
        nodes.register();
        nodes.tidy();
        return opened(place, nodes, damaged);
      }
    } catch (IOException e) {
      throw Trouble.told(place.file(), e);
    } finally {
      ONE_AT_A_TIME.unlock();
    }
  }

  private static FileChannel locked(Place place) throws IOException, JobStoreException {
    var guard =
        FileChannel.open(
            place.directory.resolve("jobs.lock"),
            OwnFiles.opening(),
            OwnFiles.forOwner(place.directory));
    try {
      long begin = place.time.nanos();
      while (guard.tryLock() == null) {
        if (place.time.nanos() - begin > place.busy.toNanos()) {
          throw Trouble.locked(place.file(), new IOException("another process opens it"));
        }
        place.time.sleep(LOOK_AGAIN);
      }
      return guard;
    } catch (OverlappingFileLockException | InterruptedException e) {
      guard.close();
      throw Trouble.locked(place.file(), e);
    } catch (IOException | JobStoreException e) {
      guard.close();
      throw e;
    }
  }

  private static JobFile opened(Place place, Nodes nodes, @Nullable Object damaged)
      throws IOException, JobStoreException {
    var file = place.file();
    OwnFiles.make(file);
    if (damaged != null && damaged.equals(OwnFiles.key(file))) {
      moveAside(place);
    }
    try {
      return connected(place, nodes);
    } catch (SQLException e) {
      if (!Trouble.isDamage(e)) {
        throw Trouble.told(file, e);
      }
    }
    moveAside(place);
    try {
      return connected(place, nodes);
    } catch (SQLException e) {
      throw Trouble.told(file, e);
    }
  }

  private static JobFile connected(Place place, Nodes nodes)
      throws SQLException, JobStoreException {
    var connection = connection(place);
    try {
      overwriteDeleted(connection);
      Tables.update(connection, place.file(), Tables.VERSIONS);
      var rows = new JobRows(connection);
      place.lost.add(rows.lose(nodes::isGone, place.time.wall()));
      return new JobFile(place, OwnFiles.key(place.file()), rows);
    } catch (SQLException | JobStoreException e) {
      connection.close();
      throw e;
    }
  }

  /** What is deleted may be arguments and results, and shall not stay in free pages. */
  private static void overwriteDeleted(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("PRAGMA secure_delete = ON");
    }
  }

  private static Connection connection(Place place) throws SQLException {
    var config = new SQLiteConfig();
    config.setBusyTimeout((int) place.busy.toMillis());
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.setJournalSizeLimit(LARGEST_LOG);
    // As a URI, since the driver takes what follows a question mark for its own.
    return config.createConnection("jdbc:sqlite:" + place.file().toUri());
  }

  private static void moveAside(Place place) throws IOException {
    var file = place.file();
    var to = place.directory.resolve(nameAside(place));
    // The log first: a new file must not find it.
    for (var part : List.of("-wal", "-shm", "")) {
      try {
        Files.move(Path.of(file + part), Path.of(to + part));
      } catch (NoSuchFileException _) {
        // It has none.
      }
    }
    place.report.accept(
        file + " was damaged, and is " + to + " now. A new one begins, without the jobs in it.");
    OwnFiles.make(file);
    forgetOldest(place);
  }

  /** {@return a name behind those of all files that were moved aside before} */
  private static String nameAside(Place place) throws IOException {
    var stamp = "jobs.db.corrupt-" + STAMP.format(place.time.wall());
    var before = aside(place).keySet().stream().filter(name -> name.startsWith(stamp)).toList();
    if (before.isEmpty()) {
      return stamp;
    }
    var last = NUMBER.matcher(before.getLast());
    return stamp + "-" + (last.find() ? Integer.parseInt(last.group(1)) + 1 : 2);
  }

  /** {@return the files that were moved aside, by their names, the oldest first} */
  private static SequencedMap<String, List<Path>> aside(Place place) throws IOException {
    // Those of one second have numbers.
    var aside =
        new TreeMap<String, List<Path>>(
            Comparator.comparing((String name) -> NUMBER.matcher(name).replaceFirst(""))
                .thenComparingInt(String::length)
                .thenComparing(Comparator.naturalOrder()));
    try (var files = Files.newDirectoryStream(place.directory, "jobs.db.corrupt-*")) {
      for (var file : files) {
        var name = file.getFileName().toString().replaceFirst("-(wal|shm)$", "");
        aside.computeIfAbsent(name, _ -> new ArrayList<>()).add(file);
      }
    }
    return aside;
  }

  /** Deletes what was moved aside long ago. */
  private static void forgetOldest(Place place) throws IOException {
    var aside = aside(place);
    while (aside.size() > MOST_ASIDE) {
      for (var file : aside.pollFirstEntry().getValue()) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** {@return where it is} */
  Path path() {
    return place.file();
  }

  /** {@return the connection that writes} */
  JobRows writer() {
    return writer;
  }

  /** {@return what tells this file from another that takes its place} */
  @Nullable Object key() {
    return key;
  }

  /** {@return whether this very file is still where others look for it} */
  boolean isInPlace() {
    return key != null && key.equals(OwnFiles.key(place.file()));
  }

  /** Asks for something. */
  interface Query<T extends @Nullable Object> {
    T of(JobRows rows) throws SQLException;
  }

  /**
   * Asks beside what is written, on a platform thread: a virtual one would hold its carrier for as
   * long as the disk takes (C37). Waits while {@link #READERS} others ask.
   */
  <T extends @Nullable Object> T read(Query<T> query) throws SQLException {
    var answer = new CompletableFuture<T>();
    readers.execute(() -> {
      try {
        answer.complete(answered(query));
      } catch (SQLException | RuntimeException | Error e) {
        answer.completeExceptionally(e);
      }
    });
    try {
      return answer.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof SQLException cause) {
        throw cause;
      }
      throw e;
    }
  }

  private static ThreadPoolExecutor readers() {
    var pool =
        new ThreadPoolExecutor(
            READERS,
            READERS,
            READER_REST.toSeconds(),
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("belay-store-reader-", 0).factory());
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  private <T extends @Nullable Object> T answered(Query<T> query) throws SQLException {
    try {
      var known = idle.poll();
      var rows = known == null ? new JobRows(connection(place)) : known;
      try {
        var answer = query.of(rows);
        idle.add(rows);
        return answer;
      } catch (SQLException | RuntimeException e) {
        rows.close();
        throw e;
      }
    } finally {
      // The other party: a close that has not seen these.
      if (closed) {
        closeIdle();
      }
    }
  }

  /** Closes the connection that writes, and those that read once they are idle. */
  void close() {
    closed = true;
    closeIdle();
    quietly(writer);
  }

  private void closeIdle() {
    for (var rows = idle.poll(); rows != null; rows = idle.poll()) {
      quietly(rows);
    }
  }

  private static void quietly(JobRows rows) {
    try {
      rows.close();
    } catch (SQLException _) {
      // What was committed is safe, and all else was refused.
    }
  }
}
