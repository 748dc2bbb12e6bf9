package dev.belay.gateway.relay;

import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;

/** Tests that open servers and harnesses, each of which is closed at the end of its test. */
abstract class Closing {
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  /** {@return the same, which the end of the test closes} */
  final <T extends AutoCloseable> T opened(T one) {
    opened.add(one);
    return one;
  }

  /** Closes what was opened last first, and all of it if one cannot be closed. */
  @AfterEach
  final void closeOpened() throws Exception {
    if (!opened.isEmpty()) {
      try (var _ = opened.remove()) {
        closeOpened();
      }
    }
  }
}
