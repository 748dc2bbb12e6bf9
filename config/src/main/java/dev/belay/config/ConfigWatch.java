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
 * Looks at the files of the configuration while Belay runs, and passes on what they say now
 * (S1-104).
 *
 * <p>A file counts as changed once two looks in a row see the same of it: an editor may be writing.
 * Whatever is wrong then changes nothing and is said once; so does a file that is gone. It looks
 * rather than being told, since that works on every file system, through links, and for files that
 * are replaced rather than written.
 *
 * <p>Not safe for use by several threads: looks are taken by its own, or by a test.
 */
public final class ConfigWatch implements Runnable, AutoCloseable {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final Supplier<Set<Path>> files;
  private final Supplier<Loaded> load;
  private final Consumer<Settings> changed;
  private final Consumer<String> report;
  private final Time time;

  /** What is looked at: files may name others, so it is another set with each reading. */
  private Set<Path> watched;

  /** What the last look saw. */
  private Map<Path, FileLook> seen;

  /** What has been dealt with, be it by saying that a file is gone. */
  private Map<Path, FileLook> told;

  /** What was read. */
  private Map<Path, FileLook> read;

  /** What held when servers began to start, until that has been compared. */
  private @Nullable Settings begun;

  private final List<Runnable> besides = new CopyOnWriteArrayList<>();
  private volatile boolean closed;

  /**
   * Takes the files for what they are now; {@link #begin} has them looked at.
   *
   * @param files says which are read, in their order, by what they say now; some may not be there
   * @param load reads all of the configuration anew
   * @param changed hears of the settings whenever a file has changed and all is well
   * @param report hears what a person should know, line by line
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

  /** {@return this, which does that with each look too; what it looks at is its own} */
  public ConfigWatch also(Runnable look) {
    besides.add(look);
    return this;
  }

  /**
   * {@return this, whose first look compares with these settings, which were read before servers
   * were started: a file may have changed meanwhile}
   */
  public ConfigWatch since(Settings first) {
    begun = first;
    return this;
  }

  /** Looks every second from now on, on a thread of its own, until it is closed. */
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

  /** Whatever goes wrong once must not be the end of looking. */
  private void lookOnce() {
    try {
      besides.forEach(Runnable::run);
      lookAgain();
    } catch (RuntimeException e) {
      report.accept("the configuration could not be read again: " + e);
    }
  }

  /** Nothing is passed on after this, but for what is being passed on. */
  @Override
  public void close() {
    closed = true;
  }

  /** Looks once. */
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
    // Compared with what was read last, so that nothing is lost while a file is away.
    var gone =
        names(path -> named.contains(path) && in(read, path).isThere() && !in(now, path).isThere());
    if (!gone.isEmpty()) {
      report.accept(gone + " is gone; what was said holds on until it is back");
    } else if (!now.equals(read)) {
      var names = names(path -> named.contains(path) && !in(now, path).equals(in(read, path)));
      watch(named, now);
      reload(names);
    }
  }

  /** Looks at these from now on; those that were looked at are taken for what they were then. */
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
        report.accept(names + " has changed, but cannot be used; what held before holds on");
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
   * What can be seen of a file without reading it: two that are equal are taken for the same
   * content.
   *
   * @param key which file it is, where the file system says; a replaced one is another
   * @param modified when it was last written; null where there is no file
   */
  record FileLook(@Nullable Object key, @Nullable Object modified, long size) {
    /** No file. */
    static final FileLook NONE = new FileLook(null, null, 0);

    /** {@return what is seen there, through links} */
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
