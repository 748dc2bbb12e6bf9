package dev.belay.config;

import dev.belay.config.Loaded.Finding;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Polls the configuration files while Belay runs, and passes on changed settings (S1-104).
 *
 * <p>A file counts as changed once two successive polls see the same change: an editor may still be
 * writing. An invalid configuration changes nothing and is reported once; so is a missing file.
 * Polling is used instead of notifications since it works on every file system, through links, and
 * for files that are replaced rather than written.
 *
 * <p>Not safe for use by several threads: polls run on its own thread, or in a test.
 */
public final class ConfigWatch implements Runnable, AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final Supplier<Set<Path>> files;
  private final Supplier<Loaded> load;
  private final Consumer<Settings> changed;
  private final Consumer<String> report;
  private final Time time;

  /** The polled files: files may name others, so the set changes with each reading. */
  private Set<Path> watched;

  /** The state at the last poll. */
  private Map<Path, FileLook> seen;

  /** The state that has been handled, even if only by reporting a missing file. */
  private Map<Path, FileLook> told;

  /** The state that was read. */
  private Map<Path, FileLook> read;

  /** The settings when servers began to start, until compared. */
  private @Nullable Settings begun;

  private final List<Runnable> besides = new CopyOnWriteArrayList<>();
  private volatile boolean closed;

  /**
   * Records the present state of the files; {@link #begin} starts polling.
   *
   * @param files returns the files to read, in their order, by their present content; some may not
   *     exist
   * @param load reads the whole configuration again
   * @param changed receives the settings whenever a file has changed and all is valid
   * @param report receives messages for people, line by line
   */
  public ConfigWatch(
      Supplier<Set<Path>> files,
      Supplier<Loaded> load,
      Consumer<Settings> changed,
      Consumer<String> report,
      Time time) {
    this.files = files;
    this.load = load;
    this.changed = changed;
    this.report = report;
    this.time = time;
    watched = files.get();
    seen = look();
    told = seen;
    read = seen;
  }

  /** {@return this, which runs an additional check with each poll} */
  public ConfigWatch also(Runnable look) {
    besides.add(look);
    return this;
  }

  /**
   * {@return this, whose first poll compares with these settings, which were read before servers
   * were started: a file may have changed meanwhile}
   */
  public ConfigWatch since(Settings first) {
    begun = first;
    return this;
  }

  /** Polls every second from now on, on a thread of its own, until closed. */
  public void begin() {
    Thread.ofPlatform().name("belay-config").daemon().start(this);
  }

  @Override
  public void run() {
    try {
      while (!closed) {
        time.sleep(INTERVAL);
        if (!closed) {
          lookOnce();
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** A single failure must not end the polling. */
  private void lookOnce() {
    try {
      besides.forEach(Runnable::run);
      lookAgain();
    } catch (RuntimeException e) {
      report.accept("the configuration could not be read again: " + e);
    }
  }

  /** Stops polling; only a change already being passed on may still arrive. */
  @Override
  public void close() {
    closed = true;
  }

  /** Polls once. */
  void lookAgain() {
    var first = begun;
    begun = null;
    if (first != null
        && load.get() instanceof Loaded.Good(Settings settings, var _)
        && !settings.equals(first)) {
      report.accept("the configuration has changed while servers were started");
      changed.accept(settings);
    }
    var now = look();
    boolean settled = now.equals(seen);
    seen = now;
    if (now.equals(told) || !settled) {
      return;
    }
    told = now;
    var named = files.get();
    // Compared with what was read last, so that no change is lost while a file is missing.
    var gone =
        names(path -> named.contains(path) && in(read, path).isThere() && !in(now, path).isThere());
    if (!gone.isEmpty()) {
      report.accept(gone + " is missing; the previous settings remain in force until it is back");
    } else if (!now.equals(read)) {
      var names = names(path -> named.contains(path) && !in(now, path).equals(in(read, path)));
      watch(named, now);
      reload(names);
    }
  }

  /** Polls these files from now on; those polled before keep their recorded state. */
  private void watch(Set<Path> named, Map<Path, FileLook> now) {
    watched = named;
    var looks = new LinkedHashMap<Path, FileLook>();
    named.forEach(path -> looks.put(path, now.getOrDefault(path, FileLook.at(path))));
    seen = looks;
    told = looks;
    read = looks;
  }

  private void reload(String names) {
    switch (load.get()) {
      case Loaded.Good(Settings settings, List<Finding> warnings) -> {
        report.accept(names + " has changed and is read again");
        warnings.forEach(warning -> report.accept("warning: " + warning));
        changed.accept(settings);
      }
      case Loaded.Bad(List<Finding> errors, _) -> {
        report.accept(
            names + " has changed, but cannot be used; the previous settings remain in force");
        errors.forEach(error -> report.accept("error: " + error));
      }
    }
  }

  private Map<Path, FileLook> look() {
    var looks = new LinkedHashMap<Path, FileLook>();
    watched.forEach(path -> looks.put(path, FileLook.at(path)));
    return looks;
  }

  private static FileLook in(Map<Path, FileLook> looks, Path path) {
    return looks.getOrDefault(path, FileLook.NONE);
  }

  private String names(Predicate<Path> which) {
    return watched.stream().filter(which).map(Path::toString).collect(Collectors.joining(", "));
  }

  /**
   * The state of a file without its content: equal states are taken for the same content.
   *
   * @param key the identity of the file, if the file system has one; a replaced file has another
   * @param modified when it was last written; null if there is no file
   */
  record FileLook(@Nullable Object key, @Nullable Object modified, long size) {
    /** No file. */
    static final FileLook NONE = new FileLook(null, null, 0);

    /** {@return the state of the file, through links} */
    static FileLook at(Path path) {
      try {
        var seen = Files.readAttributes(path, BasicFileAttributes.class);
        return new FileLook(seen.fileKey(), seen.lastModifiedTime(), seen.size());
      } catch (IOException _) {
        return NONE;
      }
    }

    boolean isThere() {
      return modified != null;
    }
  }
}
