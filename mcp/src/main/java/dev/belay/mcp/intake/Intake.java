package dev.belay.mcp.intake;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The room for messages that are not whole yet, for all who send them together (C38).
 *
 * <p>A message has a bound, but there may be as many senders as there are servers, sessions and
 * calls. Nobody gets more than is left after that: one alone may take half, two a third each, so
 * that there is room for whoever comes next. Safe for use by many threads; two that ask at once for
 * the last of it may both be refused.
 */
public final class Intake {
  /** What a reader may hold without asking: most messages are smaller. */
  public static final int FREE = 64 * 1024;

  private static final int SHARE = 4;
  private static final Intake OF_HEAP = new Intake(Runtime.getRuntime().maxMemory() / SHARE);

  private final long most;
  private final AtomicLong taken = new AtomicLong();

  /** So many bytes, of which none is taken. */
  public Intake(long most) {
    this.most = most;
  }

  /** {@return a quarter of what this program may take of memory: the one room of all readers} */
  public static Intake ofHeap() {
    return OF_HEAP;
  }

  /** {@return the part of one reader, which holds nothing yet} */
  public Part part() {
    return new Part();
  }

  /** {@return what is taken by all together} */
  public long taken() {
    return taken.get();
  }

  /** What one reader holds. For one thread. */
  public final class Part implements AutoCloseable {
    private long mine;

    private Part() {}

    /**
     * Makes it so many bytes, be it more or less than before.
     *
     * @return false if there is no room for more: then it stays as it was
     */
    public boolean resize(long bytes) {
      long size = bytes <= FREE ? 0 : bytes;
      long more = size - mine;
      long all = taken.addAndGet(more);
      if (more > 0 && size + all > most) {
        taken.addAndGet(-more);
        return false;
      }
      mine = size;
      return true;
    }

    @Override
    public void close() {
      var _ = resize(0);
    }
  }
}
