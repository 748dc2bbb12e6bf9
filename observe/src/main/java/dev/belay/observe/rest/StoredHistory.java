package dev.belay.observe.rest;

import dev.belay.core.job.Job;
import dev.belay.core.job.JobStore;
import dev.belay.core.job.JobStoreException;
import dev.belay.core.job.Jobs;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ended jobs of the store, of whose ends the journal has nothing, for one request.
 *
 * @param principal whose they are; null for those of all
 * @param journaled the calls of the journal by id
 */
record StoredHistory(
    Jobs jobs,
    @Nullable String principal,
    HistoryFilter filter,
    Map<String, JournaledCall> journaled) {
  /** How often the store is asked for one page: most of its jobs may not be wanted. */
  private static final int LOOKS = 20;

  /**
   * Fills the page, the job that began last first.
   *
   * @param older jobs on further pages ended before that
   * @return the next page; null if the store has no more
   */
  @Nullable HistoryCursor fill(HistoryPage page, HistoryCursor.InStore from, Instant older)
      throws JobStoreException {
    var wanted = new JobStore.Wanted(principal, null, null, /* ended= */ true);
    long before = from.before();
    if (page.room() == 0 && isEmpty(wanted, before)) {
      return null;
    }
    for (int looks = 0; before != 0 && page.room() > 0 && looks < LOOKS; looks++) {
      var found = jobs.page(wanted, before, page.room());
      for (var job : found.jobs()) {
        var past = PastCall.of(job);
        if (isOlder(job, from.endedBefore()) && filter.takes(past)) {
          var _ = page.add(past);
        }
      }
      before = found.next();
    }
    return before == 0 ? null : new HistoryCursor.InStore(before, older);
  }

  private boolean isEmpty(JobStore.Wanted wanted, long before) throws JobStoreException {
    var found = jobs.page(wanted, before, 1);
    return found.jobs().isEmpty() && found.next() == 0;
  }

  private boolean isOlder(Job job, Instant endedBefore) {
    var known = journaled.get(job.id().toString());
    return (known == null || !known.hasEnded())
        && job.state() instanceof Job.State.Ended end
        && end.at().isBefore(endedBefore);
  }
}
