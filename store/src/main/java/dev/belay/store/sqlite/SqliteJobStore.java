package dev.belay.store.sqlite;

import dev.belay.core.approval.RuleStore;
import dev.belay.core.call.CallId;
import dev.belay.core.job.Estimator;
import dev.belay.core.job.Job;
import dev.belay.core.job.JobStore;
import dev.belay.core.job.JobStoreException;
import dev.belay.core.time.Time;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Jobs in a file of SQLite, {@code jobs.db} in a directory, which many processes of one user may
 * use at the same time.
 *
 * <p>SQLite is loaded, and the file made, when the first job comes. Open jobs of a process that is
 * gone, however it ended, are lost: that is found when the file is opened, and when they are asked
 * for. A file that is damaged is moved aside, and a new one begun. What cannot be done is refused
 * with a reason, and works again once that is gone.
 *
 * <p>The file is bounded: beyond that, ended jobs that are closest to their expiry are forgotten.
 *
 * <p>Concurrency: safe for use by many threads, on which it reads; {@link Commits} writes.
 */
public final class SqliteJobStore implements JobStore {
  /** How long another program may hold the file. */
  private static final Duration BUSY = Duration.ofSeconds(5);

  private static final int MOST_WAITING = 4_096;

  /**
   * About what a job takes without its result and what is said of it, with its places in indexes.
   */
  private static final long ALONE = 1_024;

  private final JobFile.Place place;
  private final long mostBytes;
  private final Nodes nodes;
  private final Commits commits;

  /**
   * A store that is not open yet.
   *
   * @param directory is made where it is missing
   * @param mostBytes how large the file may grow
   * @param report is told of a damaged file
   */
  public SqliteJobStore(Path directory, long mostBytes, Time time, Consumer<String> report) {
    this(
        new JobFile.Place(directory.toAbsolutePath(), BUSY, time, report, new LongAdder()),
        mostBytes,
        MOST_WAITING);
  }

  SqliteJobStore(JobFile.Place place, long mostBytes, int mostWaiting) {
    this.place = place;
    this.mostBytes = mostBytes;
    nodes = new Nodes(place.directory());
    commits = new Commits(place, nodes, mostWaiting);
  }

  @Override
  public void put(Job job) throws JobStoreException {
    put(job, null);
  }

  @Override
  public void put(Job job, byte @Nullable [] arguments) throws JobStoreException {
    long size = size(job) + (arguments == null ? 0 : arguments.length);
    commits.submit(
        size,
        file -> {
          var rows = file.writer();
          if (isRoomFor(job.id(), size, rows)) {
            rows.put(job, nodes.name(), arguments);
          }
          return null;
        });
  }

  private static long size(Job job) {
    return switch (job.state()) {
      case Job.State.Open _ -> ALONE;
      case Job.State.Ended end -> {
        var result = end.result();
        yield ALONE + 3L * end.text().length() + (result == null ? 0 : result.bytes().length);
      }
    };
  }

  /** Makes room where there is none; false where the job has ended, and needs none. */
  private boolean isRoomFor(CallId id, long size, JobRows rows)
      throws SQLException, JobStoreException {
    long more = rows.used() + size - mostBytes;
    if (more <= 0) {
      return true;
    }
    var known = rows.find(id);
    if (known != null && known.job().hasEnded()) {
      return false;
    }
    // What is deleted may leave pages that are not quite empty.
    for (; more > 0; more = rows.used() + size - mostBytes) {
      if (!rows.forget(more)) {
        throw new JobStoreException(
            place.file()
                + " is full: of "
                + mostBytes
                + " bytes, open jobs leave too few. Wait until some of them have ended.");
      }
    }
    return true;
  }

  @Override
  public void remove(CallId id) throws JobStoreException {
    if (isThere()) {
      commits.submit(
          0,
          file -> {
            file.writer().remove(id);
            return null;
          });
    }
  }

  @Override
  public @Nullable Job find(CallId id) throws JobStoreException {
    if (!isThere()) {
      return null;
    }
    var found = read(rows -> rows.find(id));
    if (found != null && !found.job().hasEnded() && nodes.isGone(found.owner())) {
      lose();
      found = read(rows -> rows.find(id));
    }
    return found == null ? null : found.job();
  }

  @Override
  public Page page(Wanted wanted, long before, int most) throws JobStoreException {
    if (!isThere()) {
      return new Page(List.of(), 0);
    }
    var page = read(rows -> rows.page(wanted, before, most, nodes::isGone));
    if (page == null) {
      lose();
      page = read(rows -> rows.page(wanted, before, most, _ -> false));
    }
    return Objects.requireNonNull(page);
  }

  @Override
  public int expire(Instant now) throws JobStoreException {
    if (!isThere()) {
      return 0;
    }
    int all = 0;
    for (int some = JobRows.MOST_FORGOTTEN; some == JobRows.MOST_FORGOTTEN; all += some) {
      some = commits.submit(0, file -> file.writer().expire(now));
    }
    return all;
  }

  @Override
  public List<Taken> take(Predicate<Job> wanted) throws JobStoreException {
    if (!isThere()) {
      return List.of();
    }
    lose();
    return commits.submit(0, file -> file.writer().take(wanted, nodes.name()));
  }

  @Override
  public boolean endWaiting(Job ended) throws JobStoreException {
    return isThere() && commits.submit(size(ended), file -> file.writer().endWaiting(ended));
  }

  @Override
  public List<Estimator.Known> estimates() throws JobStoreException {
    return isThere() ? read(EstimateRows::all) : List.of();
  }

  /** Adds them where jobs are kept already, and leave room. */
  @Override
  public void addEstimates(List<Estimator.Known> later) throws JobStoreException {
    if (!isThere()) {
      return;
    }
    long size = later.stream().mapToLong(one -> ALONE + one.runs().length).sum();
    commits.submit(
        size,
        file -> {
          var rows = file.writer();
          if (rows.used() + size <= mostBytes) {
            EstimateRows.add(rows, later, place.time().wall());
          }
          return null;
        });
  }

  /**
   * {@return the decisions on calls, in the same file}
   *
   * @param origins how the server of a name is started or reached: decisions on another one of that
   *     name stay where they are
   */
  public RuleStore rules(UnaryOperator<String> origins) {
    return new StoredRules(commits, nodes, place, mostBytes, origins);
  }

  /** {@return whether there is any job to look for, so that only a job makes the file} */
  private boolean isThere() {
    return commits.current() != null || Files.exists(place.file());
  }

  private void lose() throws JobStoreException {
    place.lost().add(commits.submit(0, this::lose));
  }

  private int lose(JobFile file) throws SQLException {
    return file.writer().lose(nodes::isGone, place.time().wall());
  }

  @Override
  public long lost() {
    return place.lost().sum();
  }

  private <T extends @Nullable Object> T read(JobFile.Query<T> query) throws JobStoreException {
    for (boolean again = true; ; again = false) {
      var open = commits.current();
      var file = open == null ? commits.submit(0, opened -> opened) : open;
      try {
        return file.read(query);
      } catch (SQLException e) {
        if (!again || Trouble.isLock(e)) {
          throw Trouble.told(place.file(), e);
        }
        if (Trouble.isDamage(e)) {
          commits.replace(file, e);
        }
      }
    }
  }

  @Override
  public void close() {
    commits.close();
  }
}
