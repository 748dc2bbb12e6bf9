package dev.belay.store.sqlite;

import dev.belay.core.call.CallId;
import dev.belay.core.call.Heartbeat;
import dev.belay.core.call.Payload;
import dev.belay.core.job.Job;
import dev.belay.core.job.JobStore;
import java.io.ByteArrayOutputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The jobs in the file, by one connection to it. For one thread at a time.
 *
 * <p>Longer than other files: it has every statement, beside the columns that it reads and writes.
 */
final class JobRows implements AutoCloseable {
  /** Results are read and written in parts of this size. */
  private static final int PART = 256 << 10;

  /** How many jobs are forgotten in one step, between which others are kept. */
  static final int MOST_FORGOTTEN = 1_000;

  private static final List<String> COLUMNS =
      List.of(
          "node",
          "high",
          "low",
          "owner",
          "tool",
          "server",
          "principal",
          "session",
          "began",
          "timeout",
          "expires",
          "step",
          "waits_for",
          "elapsed",
          "beat",
          "beat_message",
          "beat_done",
          "beat_total",
          "ended",
          "ending",
          "detail",
          "text",
          "dialect",
          "size",
          "attempt",
          "orphaned");

  /** Those that are set with each state; a job is only ever put by its owner. */
  private static final List<String> PUT_COLUMNS = COLUMNS.subList(0, COLUMNS.indexOf("attempt"));

  private static final String NAMES = String.join(", ", COLUMNS);
  private static final String PUT =
      "INSERT INTO jobs("
          + String.join(", ", PUT_COLUMNS)
          + ") VALUES("
          + PUT_COLUMNS.stream().map(_ -> "?").collect(Collectors.joining(", "))
          + ") ON CONFLICT(high, low, node) DO UPDATE SET "
          + PUT_COLUMNS.stream().map(c -> c + " = excluded." + c).collect(Collectors.joining(", "))
          + " WHERE ended IS NULL RETURNING seq";

  /** One statement, so that the parts are those of this very job. */
  private static final String FIND =
      "SELECT seq, "
          + NAMES
          + ", bytes FROM jobs LEFT JOIN results USING(seq)"
          + " WHERE high = ? AND low = ? AND node = ? ORDER BY part";

  /** What is known of a lost job stays; it is kept from now on for as long as it was to be kept. */
  private static final String LOSE =
      "UPDATE jobs SET ended = ?1, ending = 'LOST', detail = '', text = ?2,"
          + " expires = max(expires, ?1 + expires - began), step = NULL, waits_for = NULL,"
          + " beat = NULL, beat_message = NULL, beat_done = NULL, beat_total = NULL"
          + " WHERE owner = ?3 AND ended IS NULL"
          + " AND (orphaned IS NULL OR orphaned <= ?4 OR orphaned > ?1)";

  /** Of jobs that may run again: they wait for another owner. */
  private static final String ORPHAN =
      "UPDATE jobs SET orphaned = ?1 WHERE owner = ?2 AND ended IS NULL AND orphaned IS NULL"
          + " AND attempt < ?3 AND seq IN (SELECT seq FROM arguments)";

  private static final String ORPHANS =
      "SELECT seq, "
          + NAMES
          + ", bytes FROM jobs JOIN arguments USING(seq)"
          + " WHERE ended IS NULL AND orphaned IS NOT NULL ORDER BY seq";

  private static final String TAKE =
      "UPDATE jobs SET owner = ?, attempt = attempt + 1, orphaned = NULL, step = 'QUEUED',"
          + " waits_for = NULL, elapsed = 0, beat = NULL, beat_message = NULL, beat_done = NULL,"
          + " beat_total = NULL WHERE seq = ?";

  private static final String WAITS =
      "SELECT 1 FROM jobs WHERE high = ? AND low = ? AND node = ?"
          + " AND ended IS NULL AND orphaned IS NOT NULL";

  private final Connection connection;
  private final Map<String, PreparedStatement> statements = new HashMap<>();

  JobRows(Connection connection) {
    this.connection = connection;
  }

  /** A job, and the store that has put it. */
  record Found(Job job, String owner) {}

  /** {@return the statement, to be used at once} */
  PreparedStatement prepared(String sql) throws SQLException {
    var known = statements.get(sql);
    if (known == null) {
      known = connection.prepareStatement(sql);
      statements.put(sql, known);
    }
    return known;
  }

  /** Runs a statement that says how a transaction goes on. */
  void run(String sql) throws SQLException {
    // Not prepared: the driver does not run one again whose execute() has failed.
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /**
   * Inserts a job, or replaces one that has not ended.
   *
   * @param arguments those to run it again with; null if there are none
   */
  void put(Job job, String owner, byte @Nullable [] arguments) throws SQLException {
    var row = new Binding(prepared(PUT));
    row.text(job.id().node()).number(job.id().high()).number(job.id().low()).text(owner);
    row.text(job.tool()).text(job.server()).text(job.principal()).text(job.session());
    row.number(nanos(job.began())).number(nanos(job.timeout())).number(nanos(job.expires()));
    var result = bind(row, job.state());
    long seq;
    try (var made = row.statement.executeQuery()) {
      if (!made.next()) {
        return;
      }
      seq = made.getLong(1);
    }
    if (arguments != null) {
      var keep = prepared("INSERT OR REPLACE INTO arguments(seq, bytes) VALUES(?, ?)");
      keep.setLong(1, seq);
      keep.setBytes(2, arguments);
      keep.executeUpdate();
    }
    var part = prepared("INSERT INTO results(seq, part, bytes) VALUES(?, ?, ?)");
    for (int from = 0; from < result.length; from += PART) {
      int size = Math.min(PART, result.length - from);
      var bytes = new byte[size];
      System.arraycopy(result, from, bytes, 0, size);
      part.setLong(1, seq);
      part.setInt(2, from / PART);
      part.setBytes(3, bytes);
      part.executeUpdate();
    }
  }

  /** {@return the bytes of the result, which have a table of their own} */
  private static byte[] bind(Binding row, Job.State state) throws SQLException {
    return switch (state) {
      case Job.State.Open open -> {
        row.text(open.step().name()).text(open.waitsFor()).number(nanos(open.elapsed()));
        var beat = open.word();
        if (beat == null) {
          row.nothing(4);
        } else {
          row.number(nanos(beat.elapsed())).text(beat.message());
          row.real(beat.done()).real(beat.total());
        }
        row.nothing(6);
        yield Payload.EMPTY.bytes();
      }
      case Job.State.Ended end -> {
        row.nothing(2).number(nanos(end.ran())).nothing(4).number(nanos(end.at()));
        row.text(end.how().name()).text(end.detail()).text(end.text());
        var result = end.result();
        if (result == null) {
          row.nothing(2);
          yield Payload.EMPTY.bytes();
        }
        row.text(result.dialect()).number(result.bytes().length);
        yield result.bytes();
      }
    };
  }

  void remove(CallId id) throws SQLException {
    var statement = prepared("DELETE FROM jobs WHERE high = ? AND low = ? AND node = ?");
    id(statement, id);
    statement.executeUpdate();
  }

  private static void id(PreparedStatement statement, CallId id) throws SQLException {
    statement.setLong(1, id.high());
    statement.setLong(2, id.low());
    statement.setString(3, id.node());
  }

  @Nullable Found find(CallId id) throws SQLException {
    var statement = prepared(FIND);
    id(statement, id);
    try (var row = statement.executeQuery()) {
      if (!row.next()) {
        return null;
      }
      var bytes = new ByteArrayOutputStream();
      var job = job(row);
      var owner = row.getString("owner");
      do {
        var part = row.getBytes(COLUMNS.size() + 2);
        if (part != null) {
          bytes.writeBytes(part);
        }
      } while (row.next());
      return new Found(
          job.state() instanceof Job.State.Ended end && end.result() != null
              ? job.in(
                  new Job.State.Ended(
                      end.at(),
                      end.how(),
                      end.detail(),
                      end.text(),
                      new Payload(end.result().dialect(), bytes.toByteArray()),
                      end.ran()))
              : job,
          owner);
    }
  }

  /**
   * {@return a page; null where a job on it is open, and its owner gone}
   *
   * @param isGone tells whether an owner is gone
   */
  JobStore.@Nullable Page page(
      JobStore.Wanted wanted, long before, int most, Predicate<String> isGone) throws SQLException {
    var row = new Binding(prepared(page(wanted)));
    if (wanted.principal() != null) {
      row.text(wanted.principal());
    }
    if (wanted.session() != null) {
      row.text(wanted.session());
    }
    if (wanted.tool() != null) {
      row.text(wanted.tool());
    }
    row.number(before).number(most + 1L);
    var statement = row.statement;
    var jobs = new ArrayList<Job>();
    long last = 0;
    try (var found = statement.executeQuery()) {
      while (found.next()) {
        if (jobs.size() == most) {
          return new JobStore.Page(List.copyOf(jobs), last);
        }
        var job = job(found);
        if (!job.hasEnded() && isGone.test(found.getString("owner"))) {
          return null;
        }
        jobs.add(job.listed());
        last = found.getLong(1);
      }
    }
    return new JobStore.Page(List.copyOf(jobs), 0);
  }

  /** Few jobs are open, so that reading all of those is quicker than looking for them. */
  private static String page(JobStore.Wanted wanted) {
    var ended = wanted.ended();
    return "SELECT seq, "
        + NAMES
        + " FROM jobs"
        + (ended == null || ended ? "" : " INDEXED BY jobs_open")
        + " WHERE "
        + (wanted.principal() == null ? "" : "principal = ? AND ")
        + (wanted.session() == null ? "" : "session = ? AND ")
        + (wanted.tool() == null ? "" : "tool = ? AND ")
        + (ended == null ? "" : ended ? "ended IS NOT NULL AND " : "ended IS NULL AND ")
        + "seq < ? ORDER BY seq DESC LIMIT ?";
  }

  /** Forgets some of the ended jobs whose time is over; returns how many. */
  int expire(Instant now) throws SQLException {
    var statement =
        prepared(
            "DELETE FROM jobs WHERE seq IN"
                + " (SELECT seq FROM jobs WHERE ended IS NOT NULL AND expires <= ? LIMIT ?)");
    statement.setLong(1, nanos(now));
    statement.setInt(2, MOST_FORGOTTEN);
    return statement.executeUpdate();
  }

  /**
   * Takes over jobs that wait for another owner.
   *
   * @param owner their owner from now on
   */
  List<JobStore.Taken> take(Predicate<Job> wanted, String owner) throws SQLException {
    var taken = new ArrayList<JobStore.Taken>();
    var sequences = new ArrayList<Long>();
    try (var row = prepared(ORPHANS).executeQuery()) {
      while (row.next()) {
        var job = job(row);
        if (wanted.test(job)) {
          int attempt = row.getInt("attempt") + 1;
          var next = new Job.State.Open(Job.Step.QUEUED, null, Duration.ZERO, null, null, attempt);
          taken.add(new JobStore.Taken(job.in(next), row.getBytes("bytes")));
          sequences.add(row.getLong(1));
        }
      }
    }
    for (long seq : sequences) {
      var statement = prepared(TAKE);
      statement.setString(1, owner);
      statement.setLong(2, seq);
      statement.executeUpdate();
    }
    return taken;
  }

  /** Ends a job that waits for another owner; false where it does not. */
  boolean endWaiting(Job job) throws SQLException {
    var id = prepared(WAITS);
    id(id, job.id());
    try (var row = id.executeQuery()) {
      if (!row.next()) {
        return false;
      }
    }
    put(job, "", null);
    return true;
  }

  /**
   * Ends the open jobs of owners that are gone, but for those that wait for another; returns how
   * many.
   */
  int lose(Predicate<String> isGone, Instant now) throws SQLException {
    var owners = new ArrayList<String>();
    try (var row = prepared("SELECT DISTINCT owner FROM jobs WHERE ended IS NULL").executeQuery()) {
      while (row.next()) {
        owners.add(row.getString(1));
      }
    }
    owners.removeIf(isGone.negate());
    int lost = 0;
    for (var owner : owners) {
      var orphan = prepared(ORPHAN);
      orphan.setLong(1, nanos(now));
      orphan.setString(2, owner);
      orphan.setInt(3, JobStore.MOST_ATTEMPTS);
      orphan.executeUpdate();
      var statement = prepared(LOSE);
      statement.setLong(1, nanos(now));
      statement.setString(2, lost(now));
      statement.setString(3, owner);
      statement.setLong(4, nanos(now.minus(JobStore.TAKEN_WITHIN)));
      lost += statement.executeUpdate();
    }
    return lost;
  }

  private static String lost(Instant now) {
    return "Belay was stopped before "
        + now
        + ", while the job ran. Check its effects before you run it again.";
  }

  /** {@return how many bytes of the file are in use; what was deleted is used again} */
  long used() throws SQLException {
    return (number("PRAGMA page_count") - number("PRAGMA freelist_count"))
        * number("PRAGMA page_size");
  }

  private long number(String query) throws SQLException {
    try (var row = prepared(query).executeQuery()) {
      return row.getLong(1);
    }
  }

  /**
   * Forgets ended jobs, those closest to their expiry first, until at least so many bytes are free.
   *
   * @return false where all of them together do not have as many; then none is forgotten
   */
  boolean forget(long bytes) throws SQLException {
    var over = new ArrayList<Long>();
    long freed = 0;
    var ended =
        prepared("SELECT seq, size FROM jobs WHERE ended IS NOT NULL ORDER BY expires, seq");
    try (var row = ended.executeQuery()) {
      while (freed < bytes && row.next()) {
        over.add(row.getLong(1));
        // What a row takes in the tables without its result, at least.
        freed += row.getLong(2) + 128;
      }
    }
    if (freed < bytes) {
      return false;
    }
    var gone = prepared("DELETE FROM jobs WHERE seq = ?");
    for (long seq : over) {
      gone.setLong(1, seq);
      gone.executeUpdate();
    }
    return true;
  }

  @Override
  public void close() throws SQLException {
    // With all its statements.
    connection.close();
  }

  /** Reads a job; its result has no bytes yet. */
  private static Job job(ResultSet row) throws SQLException {
    return new Job(
        new CallId(row.getString("node"), row.getLong("high"), row.getLong("low")),
        row.getString("tool"),
        row.getString("server"),
        row.getString("principal"),
        row.getString("session"),
        instant(row.getLong("began")),
        Duration.ofNanos(row.getLong("timeout")),
        instant(row.getLong("expires")),
        state(row));
  }

  private static Job.State state(ResultSet row) throws SQLException {
    var elapsed = Duration.ofNanos(row.getLong("elapsed"));
    long ended = row.getLong("ended");
    if (row.wasNull()) {
      int attempt = row.getInt("attempt");
      row.getLong("orphaned");
      return row.wasNull()
          ? new Job.State.Open(
              Job.Step.valueOf(row.getString("step")),
              row.getString("waits_for"),
              elapsed,
              beat(row),
              null,
              attempt)
          : new Job.State.Open(
              Job.Step.QUEUED, "Belay to be started again", Duration.ZERO, null, null, attempt);
    }
    var dialect = row.getString("dialect");
    return new Job.State.Ended(
        instant(ended),
        Job.Ending.valueOf(row.getString("ending")),
        row.getString("detail"),
        row.getString("text"),
        dialect == null ? null : new Payload(dialect, Payload.EMPTY.bytes()),
        elapsed);
  }

  private static @Nullable Heartbeat beat(ResultSet row) throws SQLException {
    long beat = row.getLong("beat");
    return row.wasNull()
        ? null
        : new Heartbeat(
            Duration.ofNanos(beat),
            row.getString("beat_message"),
            real(row, "beat_done"),
            real(row, "beat_total"));
  }

  private static @Nullable Double real(ResultSet row, String column) throws SQLException {
    double value = row.getDouble(column);
    return row.wasNull() ? null : value;
  }

  // 64 bits of nanoseconds reach from 1677 to 2262; what is beyond that is as good as never over.

  private static long nanos(Duration duration) {
    try {
      return duration.toNanos();
    } catch (ArithmeticException _) {
      return duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }

  private static long nanos(Instant instant) {
    return nanos(Duration.ofSeconds(instant.getEpochSecond(), instant.getNano()));
  }

  private static Instant instant(long nanos) {
    return Instant.EPOCH.plusNanos(nanos);
  }

  /** Sets one parameter after the other. */
  private static final class Binding {
    private final PreparedStatement statement;
    private int at;

    Binding(PreparedStatement statement) {
      this.statement = statement;
    }

    Binding text(@Nullable String value) throws SQLException {
      statement.setString(++at, value);
      return this;
    }

    Binding number(long value) throws SQLException {
      statement.setLong(++at, value);
      return this;
    }

    Binding real(@Nullable Double value) throws SQLException {
      if (value == null) {
        return nothing(1);
      }
      statement.setDouble(++at, value);
      return this;
    }

    Binding nothing(int columns) throws SQLException {
      for (int i = 0; i < columns; i++) {
        statement.setNull(++at, Types.NULL);
      }
      return this;
    }
  }
}
