package dev.belay.store.sqlite;

import dev.belay.core.job.JobStoreException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The tables of the file, made or brought up to date when it is opened. Their version is the file's
 * {@code user_version}; instants and durations are in nanoseconds, those of rules in milliseconds.
 */
final class Tables {
  /** What makes each version of the one before it, beginning with an empty file. */
  static final List<List<String>> VERSIONS =
      List.of(
          List.of(
              // Numbers are never given twice: where a page begins stays true.
              """
              CREATE TABLE jobs(
                seq INTEGER PRIMARY KEY AUTOINCREMENT,
                node TEXT NOT NULL, high INTEGER NOT NULL, low INTEGER NOT NULL,
                owner TEXT NOT NULL,
                tool TEXT NOT NULL, server TEXT, principal TEXT NOT NULL, session TEXT,
                began INTEGER NOT NULL, timeout INTEGER NOT NULL, expires INTEGER NOT NULL,
                step TEXT, waits_for TEXT, elapsed INTEGER NOT NULL,
                beat INTEGER, beat_message TEXT, beat_done REAL, beat_total REAL,
                ended INTEGER, ending TEXT, detail TEXT, text TEXT, dialect TEXT, size INTEGER)
              """,
              "CREATE UNIQUE INDEX jobs_id ON jobs(high, low, node)",
              "CREATE INDEX jobs_mine ON jobs(principal)",
              "CREATE INDEX jobs_open ON jobs(owner) WHERE ended IS NULL",
              "CREATE INDEX jobs_due ON jobs(expires) WHERE ended IS NOT NULL",
              // Out of the rows of the jobs, which lists would read through otherwise.
              """
              CREATE TABLE results(
                seq INTEGER NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL,
                PRIMARY KEY(seq, part))
              """,
              """
              CREATE TRIGGER jobs_gone AFTER DELETE ON jobs WHEN OLD.size > 0
              BEGIN DELETE FROM results WHERE seq = OLD.seq; END
              """),
          List.of(
              """
              CREATE TABLE estimates(
                server TEXT NOT NULL, tool TEXT NOT NULL, shape INTEGER NOT NULL,
                runs BLOB NOT NULL, updated INTEGER NOT NULL,
                PRIMARY KEY(server, tool, shape))
              """),
          List.of(
              "ALTER TABLE jobs ADD COLUMN attempt INTEGER NOT NULL DEFAULT 1",
              // When its owner was found to be gone, for a job that may run again.
              "ALTER TABLE jobs ADD COLUMN orphaned INTEGER",
              "CREATE TABLE arguments(seq INTEGER PRIMARY KEY, bytes BLOB NOT NULL)",
              """
              CREATE TRIGGER jobs_gone_arguments AFTER DELETE ON jobs
              BEGIN DELETE FROM arguments WHERE seq = OLD.seq; END
              """,
              """
              CREATE TRIGGER jobs_ended_arguments AFTER UPDATE ON jobs WHEN NEW.ended IS NOT NULL
              BEGIN DELETE FROM arguments WHERE seq = OLD.seq; END
              """),
          List.of(
              """
              CREATE TABLE rules(
                id TEXT NOT NULL PRIMARY KEY, owner TEXT NOT NULL, origin TEXT NOT NULL,
                allowed INTEGER NOT NULL, principal TEXT NOT NULL,
                server TEXT NOT NULL, tool TEXT NOT NULL, digest TEXT, definition TEXT NOT NULL,
                decided_by TEXT NOT NULL, via TEXT NOT NULL,
                begins INTEGER NOT NULL, ends INTEGER NOT NULL, seal TEXT NOT NULL)
              """));

  private Tables() {}

  /**
   * Brings the tables of a file to the newest of those versions.
   *
   * @throws JobStoreException if they are newer
   */
  static void update(Connection connection, Path file, List<List<String>> versions)
      throws SQLException, JobStoreException {
    int known = versions.size();
    try (var statement = connection.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");
      try {
        int version = (int) number(connection, "PRAGMA user_version");
        if (version > known) {
          throw new JobStoreException(
              file
                  + " is of version "
                  + version
                  + ", and this Belay knows those up to "
                  + known
                  + ". Update Belay, or move the file away.");
        }
        for (; version < known; version++) {
          for (var step : versions.get(version)) {
            statement.execute(step);
          }
          statement.execute("PRAGMA user_version = " + (version + 1));
        }
        statement.execute("COMMIT");
      } catch (SQLException | JobStoreException e) {
        statement.execute("ROLLBACK");
        throw e;
      }
    }
  }

  private static long number(Connection connection, String query) throws SQLException {
    try (var statement = connection.createStatement();
        var row = statement.executeQuery(query)) {
      return row.getLong(1);
    }
  }
}
