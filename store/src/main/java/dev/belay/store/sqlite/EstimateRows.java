package dev.belay.store.sqlite;

import dev.belay.core.job.Estimator;
import dev.belay.core.job.Estimator.Known;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The runs of calls in the file, a row each kind, which all processes add to. */
final class EstimateRows {
  private EstimateRows() {}

  static List<Known> all(JobRows rows) throws SQLException {
    var all = new ArrayList<Known>();
    var statement =
        rows.prepared(
            "SELECT server, tool, shape, runs FROM estimates ORDER BY updated DESC LIMIT ?");
    statement.setInt(1, Estimator.MOST);
    try (var row = statement.executeQuery()) {
      while (row.next()) {
        var server = row.getString(1);
        var kind =
            new Estimator.Kind(server.isEmpty() ? null : server, row.getString(2), row.getLong(3));
        all.add(new Known(kind, row.getBytes(4)));
      }
    }
    return all;
  }

  /** Adds runs to those that are there, of which the kinds that were added to last stay. */
  static void add(JobRows rows, List<Known> later, Instant now) throws SQLException {
    for (var one : later) {
      var find =
          rows.prepared("SELECT runs FROM estimates WHERE server = ? AND tool = ? AND shape = ?");
      bind(find, one);
      byte[] earlier;
      try (var row = find.executeQuery()) {
        earlier = row.next() ? row.getBytes(1) : new byte[0];
      }
      var put =
          rows.prepared(
              "INSERT INTO estimates(server, tool, shape, runs, updated) VALUES(?, ?, ?, ?, ?)"
                  + " ON CONFLICT(server, tool, shape)"
                  + " DO UPDATE SET runs = excluded.runs, updated = excluded.updated");
      bind(put, one);
      put.setBytes(4, one.after(earlier).runs());
      put.setLong(5, now.toEpochMilli());
      put.executeUpdate();
    }
    var over =
        rows.prepared(
            "DELETE FROM estimates WHERE rowid IN"
                + " (SELECT rowid FROM estimates ORDER BY updated DESC LIMIT -1 OFFSET ?)");
    over.setInt(1, Estimator.MOST);
    over.executeUpdate();
  }

  private static void bind(PreparedStatement statement, Known one) throws SQLException {
    var server = one.kind().server();
    statement.setString(1, server == null ? "" : server);
    statement.setString(2, one.kind().tool());
    statement.setLong(3, one.kind().shape());
  }
}
