package dev.belay.store.sqlite;

import dev.belay.core.job.JobStore;
import dev.belay.core.job.MemoryJobStore;
import org.junit.jupiter.api.DisplayName;

@DisplayName("The store of jobs in memory")
final class MemoryContractTest extends JobStoreContract {
  @Override
  JobStore make(long mostBytes) {
    return new MemoryJobStore(mostBytes);
  }
}
