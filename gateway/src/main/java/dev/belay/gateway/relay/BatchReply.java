package dev.belay.gateway.relay;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.mcp.session.ReplyTo;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Gathers the answers to one batch into one array, as only MCP 2025-03-26 has it (§batching).
 *
 * <p>Concurrency: {@code lock} guards the counts and the array; sending happens outside it.
 */
final class BatchReply {
  private final ReplyTo client;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final ByteArrayOutputStream answers = new ByteArrayOutputStream();

  @GuardedBy("lock") private int missing = 1;

  BatchReply(ReplyTo client) {
    this.client = client;
  }

  /** {@return where the answer to one more request of the batch goes} */
  ReplyTo member() {
    lock.lock();
    try {
      missing++;
    } finally {
      lock.unlock();
    }
    return new ReplyTo() {
      @Override
      public void send(byte[] response) {
        add(response);
      }

      @Override
      public void nothing() {
        add(new byte[0]);
      }

      @Override
      public boolean tell(byte[] message) {
        return client.tell(message);
      }

      @Override
      public void progress(Object author, byte[] message) {
        client.progress(author, message);
      }
    };
  }

  /** Says that every request of the batch has been read. */
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
    client.send(all);
  }
}
