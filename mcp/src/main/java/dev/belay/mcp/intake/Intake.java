package dev.belay.mcp.intake;

import dev.belay.core.share.Shares;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The room for messages on their way: those that are not whole yet, and those that wait to be
 * written (C38).
 *
 * <p>A message has a bound, and so has a queue, but there may be as many of both as there are
 * servers, sessions and calls. Each reader and each queue is an owner of its own, and they share
 * the room as {@link Shares} has it. Safe for use by many threads.
 */
public final class Intake {
  /** The bytes that are held without asking: most messages are smaller. */
  public static final int FREE = 64 * 1024;

  private static final int SHARE = 4;
  private static final Intake OF_HEAP = new Intake(Runtime.getRuntime().maxMemory() / SHARE);

  private final Shares bytes;
  private final AtomicLong parts = new AtomicLong();

  /** So many bytes, of which none is taken. */
  public Intake(long most) {
    bytes = new Shares(most);
  }

  /** {@return a quarter of what this program may take of memory: the one room of all} */
  public static Intake ofHeap() {
    return OF_HEAP;
  }

  /** {@return the part of one reader or queue, which holds nothing yet} */
  public Part part() {
    return new Part(bytes.holding(Long.toString(parts.incrementAndGet())));
  }

  /** {@return what is taken by all together} */
  public long taken() {
    return bytes.held();
  }

  /** What one reader or queue holds. For one thread, or under one lock. */
  public static final class Part implements AutoCloseable {
    private final Shares.Holding holding;

    private Part(Shares.Holding holding) {
      this.holding = holding;
    }

    /**
     * Makes it so many bytes, be it more or less than before.
     *
     * @return false if there is no room for more: then it stays as it was
     */
    public boolean resize(long bytes) {
      return holding.resize(bytes <= FREE ? 0 : bytes);
    }

    @Override
    public void close() {
      holding.close();
    }
  }
}
