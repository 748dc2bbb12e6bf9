package dev.belay.store.sqlite;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.core.approval.ApprovalRule;
import dev.belay.core.approval.RuleStore;
import dev.belay.core.approval.RuleStoreException;
import dev.belay.core.job.JobStoreException;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decisions that hold for a time, in the file of jobs. Instants are in milliseconds.
 *
 * <p>A row has the digest of what it says. That shows what was damaged or edited; it does not
 * protect from a person who may write the file.
 *
 * <p>Concurrency: as {@link SqliteJobStore}.
 */
final class StoredRules implements RuleStore {
  /** The characters of all texts of a rule, at most. */
  private static final int LONGEST = 16 * 1024;

  private static final String LENGTH =
      "length(id) + length(owner) + length(origin) + length(principal) + length(server)"
          + " + length(tool) + length(coalesce(digest, '')) + length(definition)"
          + " + length(decided_by) + length(via) + length(seal)";

  private static final Pattern ID = Pattern.compile("[0-9a-f]{1,32}");
  private static final Pattern OWNER = Pattern.compile("node-[0-9a-f-]{1,80}");

  private final Commits commits;
  private final Nodes nodes;
  private final JobFile.Place place;
  private final long mostBytes;
  private final UnaryOperator<String> origins;

  /**
   * The decisions on the tools of some servers.
   *
   * @param origins how the server of a name is started or reached: a decision on another one of
   *     that name stays where it is
   */
  StoredRules(
      Commits commits,
      Nodes nodes,
      JobFile.Place place,
      long mostBytes,
      UnaryOperator<String> origins) {
    this.commits = commits;
    this.nodes = nodes;
    this.place = place;
    this.mostBytes = mostBytes;
    this.origins = origins;
  }

  /** What a load has found. */
  private record Found(List<ApprovalRule> rules, int dropped) {}

  @Override
  public List<ApprovalRule> load() throws RuleStoreException {
    if (!isThere()) {
      return List.of();
    }
    var found = done(0, file -> take(file.writer(), place.time().wall()));
    if (found.dropped() > 0) {
      place
          .report()
          .accept(
              place.file()
                  + ": "
                  + found.dropped()
                  + " decisions on calls were changed or damaged, and are dropped.");
    }
    return found.rules();
  }

  private boolean isThere() {
    return commits.current() != null || Files.exists(place.file());
  }

  private Found take(JobRows rows, Instant now) throws SQLException {
    var over = rows.prepared("DELETE FROM rules WHERE ends <= ?");
    over.setLong(1, now.toEpochMilli());
    over.executeUpdate();
    var oversized = rows.prepared("DELETE FROM rules WHERE " + LENGTH + " > ?");
    oversized.setInt(1, LONGEST);
    int tooLong = oversized.executeUpdate();
    var taken = new ArrayList<ApprovalRule>();
    var dropped = new ArrayList<Long>();
    var gone = new HashMap<String, Boolean>();
    try (var row = rows.prepared("SELECT rowid, * FROM rules ORDER BY begins").executeQuery()) {
      while (row.next()) {
        var rule = rule(row);
        var owner = row.getString("owner");
        if (rule == null || !OWNER.matcher(owner).matches()) {
          dropped.add(row.getLong("rowid"));
        } else if (gone.computeIfAbsent(owner, one -> one.equals(nodes.name()) || nodes.isGone(one))
            && row.getString("origin").equals(origin(rule.server()))) {
          taken.add(rule);
        }
      }
    }
    for (var one : dropped) {
      var drop = rows.prepared("DELETE FROM rules WHERE rowid = ?");
      drop.setLong(1, one);
      drop.executeUpdate();
    }
    for (var one : taken) {
      var own = rows.prepared("UPDATE rules SET owner = ? WHERE id = ?");
      own.setString(1, nodes.name());
      own.setString(2, one.id());
      own.executeUpdate();
    }
    return new Found(taken, dropped.size() + tooLong);
  }

  /** {@return the rule of a row; null if it is damaged} */
  private static @Nullable ApprovalRule rule(ResultSet row) throws SQLException {
    var rule =
        new ApprovalRule(
            row.getString("id"),
            row.getInt("allowed") == 1,
            row.getString("principal"),
            null,
            row.getString("server"),
            row.getString("tool"),
            row.getString("digest"),
            row.getString("definition"),
            row.getString("decided_by"),
            row.getString("via"),
            Instant.ofEpochMilli(row.getLong("begins")),
            Instant.ofEpochMilli(row.getLong("ends")),
            ApprovalRule.Lasting.STORED,
            /* isSingle= */ false,
            0);
    return ID.matcher(rule.id()).matches()
            && seal(rule, row.getString("origin")).equals(row.getString("seal"))
        ? rule
        : null;
  }

  @Override
  public void put(ApprovalRule rule) throws RuleStoreException {
    var origin = origin(rule.server());
    done(
        LONGEST,
        file -> {
          var rows = file.writer();
          if (rows.used() + LONGEST > mostBytes) {
            throw new JobStoreException(
                place.file() + " is full, at " + mostBytes + " bytes (jobs.max_store_bytes).");
          }
          put(rule, origin, rows);
          return null;
        });
  }

  private void put(ApprovalRule rule, String origin, JobRows rows)
      throws SQLException, JobStoreException {
    var put =
        rows.prepared(
            "INSERT INTO rules(id, owner, origin, allowed, principal, server, tool, digest,"
                + " definition, decided_by, via, begins, ends, seal)"
                + " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(id) DO NOTHING");
    put.setString(1, rule.id());
    put.setString(2, nodes.name());
    put.setString(3, origin);
    put.setInt(4, rule.isAllowed() ? 1 : 0);
    put.setString(5, rule.principal());
    put.setString(6, rule.server());
    put.setString(7, rule.tool());
    put.setString(8, rule.digest());
    put.setString(9, rule.definition());
    put.setString(10, rule.by());
    put.setString(11, rule.via());
    put.setLong(12, rule.at().toEpochMilli());
    put.setLong(13, rule.until().toEpochMilli());
    put.setString(14, seal(rule, origin));
    put.executeUpdate();
    var length = rows.prepared("SELECT " + LENGTH + " FROM rules WHERE id = ?");
    length.setString(1, rule.id());
    try (var row = length.executeQuery()) {
      if (row.next() && row.getInt(1) > LONGEST) {
        throw new JobStoreException("The names in the decision are too long to be stored.");
      }
    }
    var over =
        rows.prepared(
            "DELETE FROM rules WHERE rowid IN"
                + " (SELECT rowid FROM rules ORDER BY ends DESC LIMIT -1 OFFSET ?)");
    over.setInt(1, MOST);
    over.executeUpdate();
  }

  @Override
  public void remove(String id) throws RuleStoreException {
    if (isThere()) {
      done(
          0,
          file -> {
            var remove = file.writer().prepared("DELETE FROM rules WHERE id = ?");
            remove.setString(1, id);
            remove.executeUpdate();
            return null;
          });
    }
  }

  private <T extends @Nullable Object> T done(long size, Commits.Work<T> work)
      throws RuleStoreException {
    try {
      return commits.submit(size, work);
    } catch (JobStoreException e) {
      throw new RuleStoreException(String.valueOf(e.getMessage()), e);
    }
  }

  private String origin(String server) {
    return digest(List.of(server, origins.apply(server)));
  }

  private static String seal(ApprovalRule rule, String origin) {
    var digest = rule.digest();
    return digest(
        List.of(
            origin,
            rule.id(),
            rule.isAllowed() ? "allow" : "deny",
            rule.principal(),
            rule.server(),
            rule.tool(),
            digest == null ? "any" : "digest " + digest,
            rule.definition(),
            rule.by(),
            rule.via(),
            Long.toString(rule.at().toEpochMilli()),
            Long.toString(rule.until().toEpochMilli())));
  }

  private static String digest(List<String> texts) {
    try {
      var sha = MessageDigest.getInstance("SHA-256");
      for (var text : texts) {
        var bytes = text.getBytes(UTF_8);
        sha.update((bytes.length + ":").getBytes(UTF_8));
        sha.update(bytes);
      }
      return HexFormat.of().formatHex(sha.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
