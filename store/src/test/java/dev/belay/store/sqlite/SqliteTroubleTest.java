package dev.belay.store.sqlite;

import static dev.belay.store.sqlite.JobStoreContract.RUNNING;
import static dev.belay.store.sqlite.JobStoreContract.completed;
import static dev.belay.store.sqlite.JobStoreContract.filled;
import static dev.belay.store.sqlite.JobStoreContract.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.belay.core.job.Estimator;
import dev.belay.core.job.Job;
import dev.belay.core.job.Job.Ending;
import dev.belay.core.job.Job.State;
import dev.belay.core.job.JobStore;
import dev.belay.core.job.JobStoreException;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Longer than other files: one file, and each trouble that it may have. */
@DisplayName("A store of jobs whose file has trouble says so, and works again once that is over")
@Tag("process")
final class SqliteTroubleTest {
  @TempDir Path temp;
  private final List<String> reports = new CopyOnWriteArrayList<>();
  private final List<JobStore> stores = new ArrayList<>();
  private Path directory;
  private Path file;

  @BeforeEach
  void name() {
    directory = temp.resolve("state").resolve("jobs");
    file = directory.resolve("jobs.db");
  }

  @AfterEach
  void close() {
    stores.forEach(JobStore::close);
  }

  private SqliteJobStore store() {
    return store(Duration.ofSeconds(20), 100);
  }

  private SqliteJobStore store(Duration busy, int mostWaiting) {
    var place = new JobFile.Place(directory, busy, Time.system(), reports::add, new LongAdder());
    var made = new SqliteJobStore(place, 1L << 30, mostWaiting);
    stores.add(made);
    return made;
  }

  private void putAndClose(Job job) throws JobStoreException {
    try (var store = store()) {
      store.put(job);
    }
  }

  /** Another program that has the file open. */
  private Connection raw(String... statements) throws SQLException {
    var raw = DriverManager.getConnection("jdbc:sqlite:" + file);
    try (var statement = raw.createStatement()) {
      for (var each : statements) {
        statement.execute(each);
      }
    }
    return raw;
  }

  private List<String> names() throws IOException {
    try (var files = Files.list(directory)) {
      return files.map(each -> each.getFileName().toString()).sorted().toList();
    }
  }

  private static AbstractThrowableAssert<?, ?> assertRefused(JobStore store, int job) {
    return assertThatThrownBy(() -> store.put(job(job, "ann", RUNNING)))
        .isInstanceOf(JobStoreException.class);
  }

  private static void assertThatIt(Job job, JobStore store) throws JobStoreException {
    assertThat(store.find(job.id())).as("%s", job.id()).isNotNull();
  }

  @Test
  @DisplayName("makes nothing before the first job, and then files for its owner alone")
  void lazy() throws Exception {
    var store = store();
    assertThat(store.find(job(1, "ann", RUNNING).id())).isNull();
    assertThat(store.page(JobStore.Wanted.of(null), JobStore.NEWEST, 3).jobs()).isEmpty();
    assertThat(store.expire(Instant.EPOCH)).isZero();
    store.remove(job(1, "ann", RUNNING).id());
    assertThat(directory).doesNotExist();
    store.put(job(1, "ann", RUNNING));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwx------");
    for (var name : names()) {
      if (!name.equals("native")) {
        var modes = Files.getPosixFilePermissions(directory.resolve(name));
        assertThat(PosixFilePermissions.toString(modes)).as(name).isEqualTo("rw-------");
      }
    }
    assertThat(names().stream().map(name -> name.replaceAll("-.*-.*\\.", "-N.")))
        .contains("jobs.db", "jobs.db-wal", "node-N.lock");
    store.close();
    assertRefused(store, 2).hasMessage(file + " is closed, since Belay ends.");
  }

  @Test
  @DisplayName("a file that others may read becomes its owner's alone")
  void modes() throws Exception {
    Files.createDirectories(directory);
    Files.createFile(file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    store().put(job(1, "ann", RUNNING));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  @DisplayName("a damaged file is moved aside, and a new one begun")
  void damaged() throws Exception {
    Files.createDirectories(directory);
    Files.write(file, filled(5_000));
    var store = store();
    store.put(job(1, "ann", RUNNING));
    assertThatIt(job(1, "ann", RUNNING), store);
    assertThat(reports).hasSize(1);
    assertThat(reports.getFirst())
        .matches(
            "\\Q%1$s\\E was damaged, and is \\Q%1$s\\E\\.corrupt-\\d{8}T\\d{6}Z now\\. A new one begins,"
                    .formatted(file)
                + " without the jobs in it\\.");
    var aside = names().stream().filter(name -> name.contains("corrupt")).toList();
    assertThat(aside).hasSize(1);
    assertThat(Files.readAllBytes(directory.resolve(aside.getFirst()))).isEqualTo(filled(5_000));
  }

  @Test
  @DisplayName("a file that is damaged while it is open is moved aside, and what runs goes on")
  void damagedMeanwhile() throws Exception {
    var store = store();
    for (int i = 0; i < 50; i++) {
      store.put(job(i, "ann", completed(5_000)));
    }
    ruin();
    assertThat(store.find(job(1, "ann", RUNNING).id())).isNull();
    store.put(job(60, "ann", completed(5)));
    assertThatIt(job(60, "ann", RUNNING), store);
    assertThat(reports).hasSize(1);
    ruin();
    store.put(job(61, "ann", RUNNING));
    assertThatIt(job(61, "ann", RUNNING), store);
    assertThat(reports).hasSize(2);
    assertThat(names().stream().filter(name -> name.matches(".*corrupt-[^-]*(-2)?"))).hasSize(2);
  }

  @Test
  @DisplayName("of the files that were moved aside the newest three stay")
  void fewAside() throws Exception {
    for (int i = 0; i < 6; i++) {
      Files.createDirectories(directory);
      Files.write(file, filled(5_000 + i));
      putAndClose(job(i, "ann", RUNNING));
    }
    var aside = names().stream().filter(name -> name.contains("corrupt")).sorted().toList();
    assertThat(aside).hasSize(JobFile.MOST_ASIDE);
    assertThat(Files.size(directory.resolve(aside.getLast()))).isEqualTo(5_005);
  }

  /** Writes over all pages by a program of its own, since the locks of this one must stay. */
  private void ruin() throws Exception {
    raw("PRAGMA wal_checkpoint(TRUNCATE)").close();
    long size = Files.size(file);
    var over =
        new ProcessBuilder(
                "dd", "if=/dev/zero", "of=" + file, "bs=" + size, "count=1", "conv=notrunc")
            .redirectErrorStream(true)
            .start();
    over.getInputStream().readAllBytes();
    assertThat(over.waitFor()).isZero();
  }

  @Test
  @DisplayName("a file that is taken away is made anew, and its store is still alive for others")
  void takenAway() throws Exception {
    var store = store();
    store.put(job(1, "ann", RUNNING));
    try (var files = Files.list(directory)) {
      for (var each : files.filter(Files::isRegularFile).toList()) {
        Files.delete(each);
      }
    }
    store.put(job(2, "ann", RUNNING));
    assertThatIt(job(2, "ann", RUNNING), store());
    assertThat(store().find(job(2, "ann", RUNNING).id()).hasEnded()).isFalse();
    assertThat(names()).anyMatch(name -> name.startsWith("node-"));
  }

  @Test
  @DisplayName("a file of a newer version is refused, and left as it is")
  void newer() throws Exception {
    putAndClose(job(1, "ann", completed(3)));
    raw("PRAGMA user_version = 77").close();
    var store = store();
    assertRefused(store, 2)
        .hasMessage(
            "%s is of version 77, and this Belay knows those up to %d. Update Belay, or move the file away."
                .formatted(file, Tables.VERSIONS.size()));
    raw("PRAGMA user_version = " + Tables.VERSIONS.size()).close();
    store.put(job(2, "ann", RUNNING));
    assertThatIt(job(1, "ann", RUNNING), store);
    assertThat(reports).isEmpty();
  }

  @Test
  @DisplayName("a file of an older version is brought to the newest, once, with all jobs in it")
  void older() throws Exception {
    putAndClose(job(1, "ann", completed(3)));
    var versions = new ArrayList<>(Tables.VERSIONS);
    versions.add(List.of("ALTER TABLE jobs ADD COLUMN more TEXT", "CREATE TABLE other(a)"));
    try (var raw = raw()) {
      Tables.update(raw, file, versions);
      Tables.update(raw, file, versions);
      try (var statement = raw.createStatement();
          var row = statement.executeQuery("SELECT count(more), count(*) FROM jobs")) {
        assertThat(row.getInt(1)).isZero();
        assertThat(row.getInt(2)).isEqualTo(1);
      }
      versions.add(List.of("CREATE TABLE third(a)", "CREATE TABLE other(a)"));
      assertThatThrownBy(() -> Tables.update(raw, file, versions)).isInstanceOf(SQLException.class);
      versions.set(versions.size() - 1, List.of("CREATE TABLE third(a)"));
      Tables.update(raw, file, versions);
    }
  }

  @Test
  @DisplayName("a file of the first version keeps its jobs, and takes runs of calls")
  void first() throws Exception {
    Files.createDirectories(directory);
    try (var raw = raw();
        var statement = raw.createStatement()) {
      Tables.update(raw, file, Tables.VERSIONS.subList(0, 1));
      statement.execute(
          "INSERT INTO jobs(node, high, low, owner, tool, principal, began, timeout, expires,"
              + " elapsed, ended, ending, detail, text) VALUES('here', 7, 1, 'gone', 'crawl',"
              + " 'ann', 0, 60000000000, 1000000000, 0, 0, 'FAILED', '', 'why')");
    }
    var store = store();
    var end = new State.Ended(Instant.EPOCH, Ending.FAILED, "", "why", null, Duration.ZERO);
    assertThat(store.find(job(1, "ann", end).id())).isEqualTo(job(1, "ann", end));
    var kind = new Estimator.Kind(null, "crawl", 0);
    store.addEstimates(List.of(new Estimator.Known(kind, new byte[] {1, 0, 0, 0, 0})));
    assertThat(store.estimates()).extracting(Estimator.Known::kind).containsExactly(kind);
    assertThat(reports).isEmpty();
  }

  @Test
  @DisplayName("a file that another program has locked is said to be, and used once it is free")
  void locked() throws Exception {
    var store = store(Duration.ofMillis(50), 100);
    store.put(job(1, "ann", RUNNING));
    try (var _ = raw("BEGIN IMMEDIATE")) {
      assertRefused(store, 2)
          .hasMessage(file + " is locked by another program. End that, or wait until it is done.");
      assertThatIt(job(1, "ann", RUNNING), store);
    }
    store.put(job(2, "ann", RUNNING));
    assertThatIt(job(2, "ann", RUNNING), store);
  }

  @Test
  @DisplayName("a file that cannot be written is said to be, and used once it can")
  void readOnly() throws Exception {
    putAndClose(job(1, "ann", RUNNING));
    var other = store();
    makeWritable(false);
    try {
      assertRefused(other, 2).hasMessageStartingWith(file + " cannot be ");
    } finally {
      makeWritable(true);
    }
    other.put(job(2, "ann", RUNNING));
    assertThatIt(job(2, "ann", RUNNING), other);
  }

  private void makeWritable(boolean isWritable) throws Exception {
    var root = System.getProperty("user.name").equals("root");
    var files = List.of(file.toString(), directory.toString());
    var command = new ArrayList<String>();
    command.addAll(
        root
            ? List.of("chattr", isWritable ? "-i" : "+i")
            : List.of("chmod", isWritable ? "u+w" : "a-w"));
    command.addAll(files);
    var change = new ProcessBuilder(command).redirectErrorStream(true).start();
    change.getInputStream().readAllBytes();
    assumeThat(change.waitFor()).as("a file system that can").isZero();
  }

  @Test
  @DisplayName("a directory that cannot be made, and a file that is a link, are said to be that")
  void noPlace() throws Exception {
    Files.createDirectories(directory.getParent());
    Files.createFile(directory);
    var store = store();
    assertRefused(store, 1).hasMessageContaining(file.toString());
    Files.delete(directory);
    Files.createDirectories(directory);
    Files.createSymbolicLink(file, temp.resolve("elsewhere"));
    assertRefused(store, 1)
        .hasMessage(
            file
                + " cannot be used: it is a link or a directory. Look at its directory and its"
                + " disk.");
    Files.delete(file);
    store.put(job(1, "ann", RUNNING));
    assertThatIt(job(1, "ann", RUNNING), store);
  }

  @Test
  @DisplayName("what a full disk and a faulty one give is said with the next step")
  void disk() {
    var full = new SQLiteException("full", SQLiteErrorCode.SQLITE_FULL);
    assertThat(Trouble.told(file, full))
        .hasMessage(file + " cannot grow: its disk is full. Free some space on it.");
    var faulty = new SQLiteException("disk I/O error", SQLiteErrorCode.SQLITE_IOERR_FSYNC);
    assertThat(Trouble.told(file, faulty))
        .hasMessage(file + " failed: disk I/O error. Look at its disk, or move the file away.");
    var readOnly = new SQLiteException("readonly", SQLiteErrorCode.SQLITE_READONLY_DBMOVED);
    assertThat(Trouble.told(file, readOnly))
        .hasMessage(file + " cannot be written. Make it and its directory writable for you.");
  }

  /**
   * Puts jobs from threads of their own while the file is locked, and frees it after {@code then},
   * which is given the first refusal.
   *
   * @return the refusals, each after the last digit of its job
   */
  private List<String> putWhileLocked(
      JobStore store, int count, State state, Consumer<CompletableFuture<String>> then)
      throws Exception {
    var refusals = new CopyOnWriteArrayList<String>();
    var first = new CompletableFuture<String>();
    var raw = raw("BEGIN IMMEDIATE");
    var threads =
        Stream.iterate(1, i -> i <= count, i -> i + 1)
            .map(i ->
                Thread.startVirtualThread(() -> {
                  try {
                    store.put(job(i, "ann", state));
                  } catch (JobStoreException e) {
                    refusals.add(i % 10 + " " + e.getMessage());
                    first.complete(e.getMessage());
                  }
                }))
            .toList();
    then.accept(first);
    raw.close();
    for (var thread : threads) {
      thread.join();
    }
    return refusals;
  }

  @Test
  @DisplayName("one that fails, alone or with all of its group, does no harm to the others")
  void groups() throws Exception {
    var store = store(Duration.ofSeconds(20), 1_000);
    store.put(job(0, "ann", RUNNING));
    raw(
            "CREATE TRIGGER a BEFORE INSERT ON jobs WHEN NEW.low % 10 = 3"
                + " BEGIN SELECT RAISE(ABORT, 'no threes'); END",
            "CREATE TRIGGER r BEFORE INSERT ON jobs WHEN NEW.low % 10 = 7"
                + " BEGIN SELECT RAISE(ROLLBACK, 'no sevens'); END")
        .close();
    // While it is locked, they gather in one group.
    var refusals = putWhileLocked(store, 60, completed(300_000), _ -> {});
    assertThat(refusals)
        .hasSize(12)
        .allMatch(said -> said.matches("[37] .*\\(no (threes|sevens)\\).*"));
    for (int i = 1; i <= 60; i++) {
      var found = store.find(job(i, "ann", RUNNING).id());
      assertThat(found != null).as("%d", i).isEqualTo(!Set.of(3, 7).contains(i % 10));
      if (found != null) {
        assertThat(((State.Ended) found.state()).result().bytes()).isEqualTo(filled(300_000));
      }
    }
  }

  @Test
  @DisplayName("no more waits than may, and the rest is refused at once")
  void bounded() throws Exception {
    var store = store(Duration.ofSeconds(20), 2);
    store.put(job(0, "ann", RUNNING));
    var refusals = putWhileLocked(store, 50, RUNNING, CompletableFuture::join);
    assertThat(refusals)
        .extracting(said -> said.substring(2))
        .containsOnly("Too many jobs wait for " + file + ". Try again, or look at its disk.");
    assertThat(store.page(JobStore.Wanted.of("ann"), JobStore.NEWEST, 100).jobs())
        .hasSize(51 - refusals.size());
  }

  @Test
  @DisplayName("a store that was closed has lost its open jobs, and no other store has")
  void lost() throws Exception {
    var first = store();
    var second = store();
    first.put(job(1, "ann", RUNNING));
    second.put(job(2, "ann", RUNNING));
    second.put(job(3, "ann", completed(4)));
    assertThat(second.find(job(1, "ann", RUNNING).id()).hasEnded()).isFalse();
    first.close();
    var begin = Time.system().wall();
    var lost = second.find(job(1, "ann", RUNNING).id());
    var end = (State.Ended) lost.state();
    assertThat(end.how()).isEqualTo(Ending.LOST);
    assertThat(end.at()).isAfterOrEqualTo(begin);
    assertThat(end.text())
        .isEqualTo(
            "Belay was stopped before %s, while the job ran. Check its effects before you run it again."
                .formatted(end.at()));
    assertThat(lost.expires())
        .as("kept for as long as from its beginning")
        .isEqualTo(end.at().plusSeconds(1));
    assertThat(second.find(lost.id())).as("it never changes").isEqualTo(lost);
    assertThat(
            second.page(JobStore.Wanted.of(null), JobStore.NEWEST, 9).jobs().stream()
                .filter(Job::hasEnded))
        .hasSize(2);
    second.close();
    store().put(job(4, "ann", RUNNING));
    assertThat(names().stream().filter(name -> name.startsWith("node-"))).hasSize(1);
  }

  @Test
  @DisplayName("a list shows what was lost as lost, too")
  void lostInLists() throws Exception {
    var first = store();
    var second = store();
    first.put(job(1, "ann", RUNNING));
    second.put(job(2, "ann", RUNNING));
    first.close();
    var jobs = second.page(JobStore.Wanted.of("ann"), JobStore.NEWEST, 9).jobs();
    assertThat(jobs.stream().map(Job::hasEnded)).containsExactly(false, true);
  }
}
