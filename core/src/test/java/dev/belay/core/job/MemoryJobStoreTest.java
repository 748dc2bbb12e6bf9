package dev.belay.core.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.call.CallId;
import dev.belay.core.call.Payload;
import dev.belay.core.job.Job.Ending;
import dev.belay.core.job.Job.State;
import dev.belay.core.job.Job.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The store of jobs in memory")
final class MemoryJobStoreTest {
  private static final State.Open RUNNING = new State.Open(Step.RUNNING, null, Duration.ZERO, null);

  private final MemoryJobStore store = new MemoryJobStore(64 << 10);

  private static Job job(int number, String principal, State state) {
    return new Job(
        new CallId("here", 7, number),
        "crawl",
        null,
        principal,
        null,
        Instant.EPOCH,
        Duration.ofMinutes(1),
        Instant.EPOCH.plusSeconds(number),
        state);
  }

  private static State.Ended completed(int bytes) {
    var result = new Payload("text", new byte[bytes]);
    return new State.Ended(Instant.EPOCH, Ending.COMPLETED, "", "", result, Duration.ZERO);
  }

  @Test
  @DisplayName("keeps a job, then its end, which never changes again")
  void anEndStays() throws JobStoreException {
    store.put(job(1, "ann", RUNNING));
    var ended = job(1, "ann", completed(4));
    store.put(ended);
    store.put(job(1, "ann", completed(5)));
    store.put(job(1, "ann", RUNNING));
    assertThat(store.find(ended.id())).isSameAs(ended);
  }

  @Test
  @DisplayName("lists the jobs of one principal by page, the newest first")
  void pages() throws JobStoreException {
    for (int i = 1; i <= 7; i++) {
      store.put(job(i, i % 2 == 0 ? "bob" : "ann", RUNNING));
    }
    assertThat(pages("ann")).containsExactly("7 5", "3 1");
    assertThat(pages("bob")).containsExactly("6 4", "2");
    assertThat(pages(null)).containsExactly("7 6", "5 4", "3 2", "1");
    assertThat(pages("eve")).containsExactly("");
  }

  private List<String> pages(@Nullable String principal) {
    var pages = new ArrayList<String>();
    long next = JobStore.NEWEST;
    while (next != 0) {
      var page = store.page(JobStore.Wanted.of(principal), next, 2);
      pages.add(String.join(" ", page.jobs().stream().map(job -> "" + job.id().low()).toList()));
      next = page.next();
    }
    return pages;
  }

  @Test
  @DisplayName("forgets ended jobs whose time is over, and no open one")
  void expiry() throws JobStoreException {
    store.put(job(1, "ann", RUNNING));
    store.put(job(2, "ann", completed(1)));
    store.put(job(3, "ann", completed(1)));
    assertThat(store.expire(Instant.EPOCH.plusSeconds(2))).isEqualTo(1);
    assertThat(pages("ann")).containsExactly("3 1");
  }

  @Test
  @DisplayName("forgets the ended job closest to its expiry where it is full, and refuses else")
  void full() throws JobStoreException {
    store.put(job(1, "ann", RUNNING));
    store.put(job(2, "ann", completed(30 << 10)));
    store.put(job(3, "ann", completed(30 << 10)));
    store.put(job(4, "ann", completed(30 << 10)));
    assertThat(pages("ann")).containsExactly("4 3", "1");
    assertThatThrownBy(() -> store.put(job(5, "ann", completed(64 << 10))))
        .isInstanceOf(JobStoreException.class)
        .hasMessageContaining("full");
    assertThat(pages("ann")).as("nothing is forgotten for it").containsExactly("4 3", "1");
    store.remove(job(1, "ann", RUNNING).id());
    assertThat(pages("ann")).containsExactly("4 3");
  }
}
