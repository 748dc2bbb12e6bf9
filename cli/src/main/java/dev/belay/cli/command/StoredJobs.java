package dev.belay.cli.command;

import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.shell.Shell;
import dev.belay.core.job.JobStore;
import dev.belay.core.job.JobStoreException;
import dev.belay.core.time.Time;
import dev.belay.gateway.listing.Pins;
import dev.belay.store.sqlite.SqliteJobStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import picocli.CommandLine.ParseResult;

/**
 * The jobs in the file that all programs of a user share, while no gateway runs that shows them.
 *
 * @param directory the state directory, which has the file
 */
record StoredJobs(Path directory) {
  /** How many are counted. */
  private static final int MOST = 1_000;

  /**
   * {@return the trouble, with the jobs that are stored and the next step where nothing listens at
   * the configured address}
   */
  static GatewayTrouble named(GatewayTrouble trouble, ParseResult said, Shell shell) {
    if (!trouble.isNobodyThere() || GatewayOptions.isElsewhere(said)) {
      return trouble;
    }
    try {
      var state = Objects.requireNonNull(Pins.directory(shell.environment()).getParent());
      return new GatewayTrouble(trouble.text() + ". " + new StoredJobs(state).text());
    } catch (IOException _) {
      return trouble;
    }
  }

  private String text() {
    var file = directory.resolve("jobs.db");
    if (!Files.exists(file)) {
      return "No jobs are stored: " + file + " does not exist.";
    }
    try (var store = new SqliteJobStore(directory, Long.MAX_VALUE, Time.system(), _ -> {})) {
      int open = count(store, /* ended= */ false);
      int ended = count(store, /* ended= */ true);
      return file
          + " has "
          + number(open)
          + " open and "
          + number(ended)
          + " ended jobs, those of belay wrap among them: start belay serve, and ask again.";
    } catch (JobStoreException e) {
      return "The jobs in " + file + " cannot be read: " + e.getMessage();
    }
  }

  private static int count(JobStore store, boolean ended) throws JobStoreException {
    var wanted = new JobStore.Wanted(null, null, null, ended);
    return store.page(wanted, JobStore.NEWEST, MOST).jobs().size();
  }

  private static String number(int count) {
    return count < MOST ? Integer.toString(count) : MOST + " or more";
  }
}
