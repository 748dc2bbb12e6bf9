package dev.belay.mcp.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Collects the answers to one batch into one array, as only MCP 2025-03-26 requires (§batching).
 *
 * <p>Concurrency: {@code lock} guards the counts and the array; sending happens outside it.
 */
final class BatchAnswers {
  private final Consumer<byte[]> client;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final ByteArrayOutputStream answers = new ByteArrayOutputStream();

  // The batch itself counts as one until all of it is read.
  @GuardedBy("lock") private int missing = 1;

  BatchAnswers(Consumer<byte[]> client) {
    this.client = client;
  }

  /** {@return the recipient of the answer to one more request of the batch} */
  Recipient member() {
    lock.lock();
    try {
      missing++;
    } finally {
      lock.unlock();
    }
    return new Recipient() {
      @Override
      public void send(byte[] answer) {
        add(answer);
      }

      @Override
      public void nothing() {
        add(new byte[0]);
      }
    };
  }

  /** Marks the batch as completely read. */
  void complete() {
    add(new byte[0]);
  }

  private void add(byte[] answer) {
    byte[] all;
    lock.lock();
    try {
      if (answer.length > 0) {
        answers.write(answers.size() == 0 ? '[' : ',');
        answers.writeBytes(answer);
      }
      if (--missing > 0 || answers.size() == 0) {
        return;
      }
      answers.write(']');
      all = answers.toByteArray();
    } finally {
      lock.unlock();
    }
    client.accept(all);
  }

  /** The destination of the one answer to one message of a line. */
  interface Recipient {
    void send(byte[] answer);

    /** Reports that there will be no answer. */
    void nothing();
  }
}
