package dev.belay.gateway.relay;

import dev.belay.core.call.CallId;
import dev.belay.core.job.Job;
import dev.belay.core.job.JobStore;
import dev.belay.core.job.JobStoreException;
import dev.belay.core.job.MemoryJobStore;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A store in memory that fails while a test says so. */
final class FailingStore implements JobStore {
  volatile boolean fails;
  private final MemoryJobStore store = new MemoryJobStore(1 << 20);

  private MemoryJobStore store() throws JobStoreException {
    if (fails) {
      throw new JobStoreException("The disk is gone.");
    }
    return store;
  }

  @Override
  public void put(Job job) throws JobStoreException {
    store().put(job);
  }

  @Override
  public void remove(CallId id) throws JobStoreException {
    store().remove(id);
  }

  @Override
  public @Nullable Job find(CallId id) throws JobStoreException {
    return store().find(id);
  }

  @Override
  public Page page(Wanted wanted, long before, int most) throws JobStoreException {
    return store().page(wanted, before, most);
  }

  @Override
  public int expire(Instant now) throws JobStoreException {
    return store().expire(now);
  }

  @Override
  public void close() {
    store.close();
  }
}
