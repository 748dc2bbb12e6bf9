package dev.belay.mcp.intake;

import dev.belay.core.share.Shares;

/**
 * The memory for messages in transit: incomplete ones, and those waiting to be written (C38).
 *
 * <p>A message has a bound, and so has a queue, but there may be as many of both as there are
 * servers, sessions and calls. Those of one server, or of one client, count together, and such
 * owners share the memory by {@link Shares}. Safe for use by many threads.
 */
public final class Intake {
  /** The bytes that need no accounting: most messages are smaller. */
  public static final int FREE = 64 * 1024;

  private static final int SHARE = 4;
  private static final Shares OF_HEAP = new Shares(Runtime.getRuntime().maxMemory() / SHARE);

  private final Shares bytes;
  private final String owner;

  private Intake(Shares bytes, String owner) {
    this.bytes = bytes;
    this.owner = owner;
  }

  /** Creates a room of that many bytes, all free. */
  public Intake(long most) {
    this(new Shares(most), "");
  }

  /** {@return a quarter of this program's heap: the one room shared by all} */
  public static Intake ofHeap(String owner) {
    return new Intake(OF_HEAP, owner);
  }

  /** {@return the same room for another owner} */
  public Intake of(String other) {
    return new Intake(bytes, other);
  }

  /** {@return an empty part for one reader or queue of the owner} */
  public Part part() {
    return new Part(bytes.holding(owner));
  }

  /** {@return the bytes taken by all owners together} */
  public long taken() {
    return bytes.held();
  }

  /** The bytes of one reader or queue. For one thread, or under one lock. */
  public static final class Part implements AutoCloseable {
    private final Shares.Holding holding;

    private Part(Shares.Holding holding) {
      this.holding = holding;
    }

    /**
     * Sets the size of this part.
     *
     * @return false if there is no room: the size is then unchanged
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
