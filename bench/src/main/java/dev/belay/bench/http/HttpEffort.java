package dev.belay.bench.http;

import dev.belay.bench.wrap.Effort;
import java.time.Duration;

/**
 * How much is measured over HTTP.
 *
 * @param rounds how often each gateway has its turn at each number of connections
 * @param round how long a turn takes
 * @param calls how many calls each side makes for a latency
 * @param some after how many calls the resident size is asked first
 * @param many after how many it is asked again
 * @param streams how many streams are open at once
 * @param starts how often each side is started
 */
record HttpEffort(
    int rounds, Duration round, int calls, int some, int many, int streams, int starts) {
  static HttpEffort of(Effort effort) {
    return effort.equals(Effort.QUICK)
        ? new HttpEffort(1, Duration.ofSeconds(3), 10_000, 10_000, 50_000, 1_000, 3)
        : new HttpEffort(3, Duration.ofSeconds(10), 50_000, 100_000, 1_000_000, 10_000, 10);
  }
}
