package dev.belay.samples.file;

import dev.belay.core.time.Time;
import dev.belay.samples.file.FolderWalk.FileVisitor;
import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.call.ToolCall;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The tool {@code monitor_sync} (S2-18): records a stamp of each file and counts those new or
 * changed since the last sync.
 *
 * <p>It processes 100 files per second (S2-19), so that a large folder does not monopolize the
 * disk. A stopped call keeps what it recorded. A complete walk removes entries of missing files.
 */
public final class MonitorSync {
  /** Files per heartbeat. */
  private static final int BATCH = 50;

  private static final Duration PAUSE = Duration.ofMillis(500);

  /** The most files that a sync holds in memory. */
  private static final int MOST = 500_000;

  private final AllowedRoots roots;
  private final MonitorDatabase database;

  /**
   * Syncs folders of these roots.
   *
   * @param file the database file
   */
  public MonitorSync(AllowedRoots roots, Path file) {
    this.roots = roots;
    database = new MonitorDatabase(file);
  }

  /**
   * Syncs a folder.
   *
   * @throws IOException if the folder is not usable, or the database cannot be read or written
   * @throws InterruptedException when the call is stopped
   */
  @Tool(
      name = "monitor_sync",
      title = "Sync files",
      description = "Sync files to monitor database",
      category = "files",
      idempotent = true,
      timeout = 0,
      idleTimeout = 60,
      concurrency = "monitor")
  public SyncReport sync(
      @Arg(description = "Path to sync") String path,
      @Arg(description = "Recurse into subdirectories") Optional<Boolean> recursive,
      ToolCall call,
      Time time)
      throws IOException, InterruptedException {
    long start = time.nanos();
    var met = meet(path, recursive.orElse(false), call);
    var found = met.stamps();
    var known = database.read();
    var noted = new LinkedHashMap<String, String>();
    var gone = new LinkedHashMap<String, String>();
    int updated = 0;
    try {
      int done = 0;
      for (var file : found.entrySet()) {
        noted.put(file.getKey(), file.getValue());
        if (!file.getValue().equals(known.get(file.getKey()))) {
          updated++;
        }
        done++;
        if (done % BATCH == 0 || done == found.size()) {
          call.heartbeat(
              "Processing %d of %d files...".formatted(done, found.size()),
              (double) done,
              (double) found.size());
          time.sleep(PAUSE.multipliedBy(Math.min(BATCH, done)).dividedBy(BATCH));
        }
      }
      gone.putAll(met.missing(known));
    } finally {
      new Shield(call).write(() -> database.keep(noted, gone));
    }
    double seconds = Duration.ofNanos(time.nanos() - start).toMillis() / 1000.0;
    return new SyncReport(found.size(), found.size() - updated, updated, seconds);
  }

  /** {@return how long a sync of that many files takes (S2-19)} */
  public static Duration duration(int files) {
    return PAUSE.multipliedBy(files).dividedBy(BATCH);
  }

  /**
   * Files met by one walk.
   *
   * @param isWhole whether all folders could be opened
   */
  private record Met(Path folder, boolean recursive, boolean isWhole, Map<String, String> stamps) {
    /** {@return known entries of files that no longer exist; empty after an incomplete walk} */
    Map<String, String> missing(Map<String, String> known) {
      var missing = new LinkedHashMap<String, String>();
      if (isWhole) {
        known.forEach((file, stamp) -> {
          if (!stamps.containsKey(file) && covers(Path.of(file))) {
            missing.put(file, stamp);
          }
        });
      }
      return missing;
    }

    private boolean covers(Path file) {
      return recursive ? file.startsWith(folder) : folder.equals(file.getParent());
    }
  }

  private Met meet(String path, boolean recursive, ToolCall call) throws IOException {
    var stamps = new LinkedHashMap<String, String>();
    var visitor =
        new FileVisitor() {
          @Override
          public void enter(OpenFolder folder) {
            call.heartbeat();
          }

          @Override
          public void file(OpenFolder folder, OpenFolder.Entry file) throws IOException {
            if (stamps.size() == MOST) {
              throw new IOException(
                  path + " has more than " + MOST + " files: sync its subfolders");
            }
            var where = folder.place().entry(file.name()).path();
            stamps.put(where.toString(), file.stamp());
          }
        };
    var walk = new FolderWalk(visitor, recursive);
    var start = roots.narrowedTo(call).find(path);
    walk.walk(start);
    walk.leftOut().forEach(call.log()::warning);
    return new Met(start.path(), recursive, walk.leftOutCount() == 0, stamps);
  }

  /**
   * Result of {@code monitor_sync} (S2-23).
   *
   * @param filesProcessed number of files examined
   * @param filesSkipped number of files unchanged since the last sync
   * @param filesUpdated number of files new or changed
   * @param durationSeconds duration of the sync
   */
  public record SyncReport(
      @Arg(description = "How many files were looked at") int filesProcessed,
      @Arg(description = "How many of them are as they were last time") int filesSkipped,
      @Arg(description = "How many of them are new, or changed") int filesUpdated,
      @Arg(description = "How long it took") double durationSeconds) {}

  /**
   * Stamps of files by path, in one JSON file that is replaced as a whole.
   *
   * <p>Several instances, also in other processes, may share a file: {@code ONE_AT_A_TIME} and a
   * file lock are held while it is read and rewritten. Thread-safe.
   */
  static final class MonitorDatabase {
    private static final ReentrantLock ONE_AT_A_TIME = new ReentrantLock();
    private static final TypeReference<TreeMap<String, String>> STAMPS = new TypeReference<>() {};

    private final Path file;

    MonitorDatabase(Path file) {
      this.file = file;
    }

    /** {@return all stamps; empty before the first write} */
    Map<String, String> read() throws IOException {
      try {
        return JsonMapper.shared().readValue(Files.readAllBytes(file), STAMPS);
      } catch (NoSuchFileException _) {
        return new TreeMap<>();
      } catch (JacksonException e) {
        throw new IOException(file + " is damaged: delete it, and all files count as new", e);
      }
    }

    /**
     * Merges the result of one sync with what others have written meanwhile.
     *
     * @param noted stamps of the files met
     * @param gone stamps of files not found; an entry that another sync has renewed stays
     */
    void keep(Map<String, String> noted, Map<String, String> gone) throws IOException {
      Files.createDirectories(file.toAbsolutePath().getParent());
      ONE_AT_A_TIME.lock();
      try (var guard = guard();
          var _ = guard.lock()) {
        var stamps = read();
        gone.forEach(stamps::remove);
        stamps.putAll(noted);
        OwnFile.replace(file, JsonMapper.shared().writeValueAsBytes(stamps));
      } finally {
        ONE_AT_A_TIME.unlock();
      }
    }

    private FileChannel guard() throws IOException {
      return FileChannel.open(
          Path.of(file + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }
  }
}
