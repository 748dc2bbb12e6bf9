package dev.belay.store.sqlite;

import dev.belay.core.job.JobStoreException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;

/** What SQLite or the system says of a file, as people read it. */
final class Trouble {
  private Trouble() {}

  /** {@return whether the file is no database, or a damaged one} */
  static boolean isDamage(SQLException e) {
    return is(e, SQLiteErrorCode.SQLITE_CORRUPT) || is(e, SQLiteErrorCode.SQLITE_NOTADB);
  }

  /** {@return whether the wait for another program has just taken all its time} */
  static boolean isLock(SQLException e) {
    return is(e, SQLiteErrorCode.SQLITE_BUSY) || is(e, SQLiteErrorCode.SQLITE_LOCKED);
  }

  /** {@return whether a connection is as good after it as before} */
  static boolean isPassing(SQLException e) {
    return isLock(e)
        || is(e, SQLiteErrorCode.SQLITE_FULL)
        || is(e, SQLiteErrorCode.SQLITE_CONSTRAINT);
  }

  private static boolean is(SQLException e, SQLiteErrorCode code) {
    // The low byte; the others say more of the same.
    return (e.getErrorCode() & 0xff) == code.code;
  }

  static JobStoreException told(Path file, SQLException e) {
    if (isLock(e)) {
      return locked(file, e);
    }
    if (is(e, SQLiteErrorCode.SQLITE_FULL)) {
      return new JobStoreException(
          file + " cannot grow: its disk is full. Free some space on it.", e);
    }
    if (is(e, SQLiteErrorCode.SQLITE_READONLY) || is(e, SQLiteErrorCode.SQLITE_PERM)) {
      return readOnly(file, e);
    }
    if (is(e, SQLiteErrorCode.SQLITE_CANTOPEN)) {
      return new JobStoreException(
          file + " cannot be opened. Make it a file, in a directory that you may write to.", e);
    }
    return new JobStoreException(
        file + " failed: " + e.getMessage() + ". Look at its disk, or move the file away.", e);
  }

  static JobStoreException told(Path file, IOException e) {
    if (e instanceof AccessDeniedException) {
      return readOnly(file, e);
    }
    var reason = e instanceof FileSystemException of ? of.getReason() : e.getMessage();
    return new JobStoreException(
        file
            + " cannot be used: "
            + (reason == null ? e.getClass().getSimpleName() : reason)
            + ". Look at its directory and its disk.",
        e);
  }

  static JobStoreException locked(Path file, Exception e) {
    return new JobStoreException(
        file + " is locked by another program. End that, or wait until it is done.", e);
  }

  private static JobStoreException readOnly(Path file, Exception e) {
    return new JobStoreException(
        file + " cannot be written. Make it and its directory writable for you.", e);
  }
}
