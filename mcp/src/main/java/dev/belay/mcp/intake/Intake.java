package dev.belay.mcp.intake;

import dev.belay.core.share.Shares;

/**
 * The room for messages on their way: those that are not whole yet, and those that wait to be
 * written (C38).
 *
 * <p>A message has a bound, and so has a queue, but there may be as many of both as there are
 * servers, sessions and calls. Those of one server, or of one client, count together, and such
 * owners share the room as {@link Shares} has it. Safe for use by many threads.
 */
public final class Intake {
  /** The bytes that are held without asking: most messages are smaller. */
  public static final int FREE = 64 * 1024;

  private static final int SHARE = 4;
  private static final Shares OF_HEAP = new Shares(Runtime.getRuntime().maxMemory() / SHARE);

  private final Shares bytes;
  private final String owner;

  private Intake(Shares bytes, String owner) {
    this.bytes = bytes;
    this.owner = owner;
  }

  /** So many bytes, of which none is taken. */
  public Intake(long most) {
    this(new Shares(most), "");
  }

  /** {@return a quarter of what this program may take of memory: the one room of all} */
  public static Intake ofHeap(String owner) {
    return new Intake(OF_HEAP, owner);
  }

  /** {@return the same room for another owner} */
  public Intake of(String other) {
    return new Intake(bytes, other);
  }

  /** {@return the part of one reader or queue of the owner, which holds nothing yet} */
  public Part part() {
    return new Part(bytes.holding(owner));
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
