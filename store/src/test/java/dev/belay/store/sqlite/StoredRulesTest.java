package dev.belay.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.approval.ApprovalRule;
import dev.belay.core.approval.ApprovalRule.Lasting;
import dev.belay.core.approval.RuleStore;
import dev.belay.core.approval.RuleStoreException;
import dev.belay.core.time.Time;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Decisions on calls, in the file of jobs")
@Tag("process")
final class StoredRulesTest {
  @TempDir Path temp;
  private final Instant now = Time.system().wall().truncatedTo(ChronoUnit.MILLIS);
  private final List<String> reports = new CopyOnWriteArrayList<>();
  private final List<SqliteJobStore> programs = new ArrayList<>();

  @AfterEach
  void close() {
    programs.forEach(SqliteJobStore::close);
  }

  private SqliteJobStore program() {
    return program(Long.MAX_VALUE, Duration.ofSeconds(20));
  }

  private SqliteJobStore program(long mostBytes, Duration busy) {
    var place =
        new JobFile.Place(
            temp.resolve("state"), busy, Time.system(), reports::add, new LongAdder());
    var made = new SqliteJobStore(place, mostBytes, 100);
    programs.add(made);
    return made;
  }

  private static RuleStore rules(SqliteJobStore program) {
    return program.rules(server -> "command of " + server);
  }

  private ApprovalRule rule(String id, @Nullable String digest, Instant until) {
    return rule(id, "ada", digest, until);
  }

  private ApprovalRule rule(String id, String principal, @Nullable String digest, Instant until) {
    return new ApprovalRule(
        id,
        /* isAllowed= */ true,
        principal,
        null,
        "files",
        "write's\u0000 \uD83D\uDE00",
        digest,
        "v1",
        "ann",
        "api",
        now,
        until,
        Lasting.STORED,
        /* isSingle= */ false,
        0);
  }

  private ApprovalRule rule(String id) {
    return rule(id, null, now.plusSeconds(60));
  }

  private Path file() {
    return temp.resolve("state").resolve("jobs.db");
  }

  private Connection raw() throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + file());
  }

  private void edit(String... statements) throws SQLException {
    try (var raw = raw();
        var statement = raw.createStatement()) {
      for (var each : statements) {
        statement.execute(each);
      }
    }
  }

  @Test
  @DisplayName("are those of the next program, without what has ended or was removed")
  void restart() throws Exception {
    var first = program();
    assertThat(rules(first).load()).isEmpty();
    rules(first).remove("a1");
    assertThat(temp.resolve("state")).as("nothing is made before there is one").doesNotExist();
    rules(first).put(rule("a1"));
    rules(first).put(rule("a1"));
    rules(first).put(rule("a2", "digest", now.plusSeconds(60)));
    rules(first).put(rule("a3"));
    rules(first).put(rule("a4", null, now));
    rules(first).remove("a3");
    first.close();
    var second = program();
    assertThat(rules(second).load())
        .containsExactlyInAnyOrder(rule("a1"), rule("a2", "digest", now.plusSeconds(60)));
    assertThat(rules(second).load()).as("they are its own").hasSize(2);
    assertThat(reports).isEmpty();
  }

  @Test
  @DisplayName("belong to one program at a time")
  void oneProgram() throws Exception {
    var first = program();
    rules(first).put(rule("a1"));
    var second = program();
    assertThat(rules(second).load()).isEmpty();
    first.close();
    assertThat(rules(second).load()).hasSize(1);
    assertThat(rules(program()).load()).isEmpty();
  }

  @Test
  @DisplayName("are for the server that was decided about, and for no other of its name")
  void otherServer() throws Exception {
    var first = program();
    rules(first).put(rule("a1"));
    first.close();
    var second = program();
    assertThat(second.rules(_ -> "another command").load()).isEmpty();
    second.close();
    assertThat(rules(program()).load()).as("it stays where it is").hasSize(1);
  }

  @Test
  @DisplayName("are dropped, and that is said, where a row was edited or damaged")
  void edited() throws Exception {
    var first = program();
    for (int i = 0; i < 10; i++) {
      rules(first).put(rule("a" + i));
    }
    first.close();
    edit(
        "UPDATE rules SET principal = 'bob' WHERE id = 'a1'",
        "UPDATE rules SET ends = ends + 1 WHERE id = 'a2'",
        "UPDATE rules SET digest = '' WHERE id = 'a3'",
        "UPDATE rules SET allowed = 'yes' WHERE id = 'a4'",
        "UPDATE rules SET id = 'b' || char(10) || 'c' WHERE id = 'a5'",
        "UPDATE rules SET owner = '../' || char(0) WHERE id = 'a6'",
        "UPDATE rules SET tool = zeroblob(10000000) WHERE id = 'a7'",
        "UPDATE rules SET definition = x'ff' WHERE id = 'a8'");
    var second = program();
    assertThat(rules(second).load())
        .extracting(ApprovalRule::id)
        .containsExactlyInAnyOrder("a0", "a9");
    assertThat(reports)
        .containsExactly(
            file() + ": 8 decisions on calls were changed or damaged, and are dropped.");
    assertThat(rules(second).load()).hasSize(2);
    assertThat(reports).hasSize(1);
  }

  private static void assertRefused(ThrowingCallable change, String why) {
    assertThatThrownBy(change).isInstanceOf(RuleStoreException.class).hasMessageContaining(why);
  }

  @Test
  @DisplayName("are refused where the file is full or locked, and with names that are too long")
  void refused() throws Exception {
    var busy = Duration.ofMillis(50);
    var small = program(1, busy);
    assertRefused(() -> rules(small).put(rule("a1")), "is full");
    small.close();
    var program = program(Long.MAX_VALUE, busy);
    var like = rule("a2");
    var huge = rule("a3", "x".repeat(20_000), null, like.until());
    assertRefused(() -> rules(program).put(huge), "too long");
    assertThat(rules(program).load()).isEmpty();
    rules(program).put(like);
    try (var raw = raw();
        var statement = raw.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");
      assertRefused(() -> rules(program).remove("a2"), "is locked by another program");
    }
    rules(program).remove("a2");
    assertThat(rules(program).load()).isEmpty();
  }

  @Test
  @DisplayName("give way to those that end later, once there are too many")
  void bounded() throws Exception {
    var program = program();
    rules(program).put(rule("a1", null, now.plusSeconds(30)));
    edit(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < "
            + RuleStore.MOST
            + ") INSERT INTO rules SELECT printf('%012x', i), owner, origin, allowed, principal,"
            + " server, tool, digest, definition, decided_by, via, begins, ends + i, seal"
            + " FROM rules, n");
    rules(program).put(rule("a2", null, now.plusSeconds(3600)));
    try (var raw = raw();
        var statement = raw.createStatement();
        var row = statement.executeQuery("SELECT count(*) FROM rules")) {
      assertThat(row.getInt(1)).isEqualTo(RuleStore.MOST);
    }
    // The others have the seal of one.
    assertThat(rules(program).load()).extracting(ApprovalRule::id).containsExactly("a2");
  }
}
