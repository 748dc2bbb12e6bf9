package dev.belay.gateway.listing;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Keeps the {@link ToolIndex} of one server as it is now. Safe for use by many threads: of two
 * pages at once both are in it.
 */
public final class ServerTools {
  private final AtomicReference<ToolIndex> now = new AtomicReference<>(ToolIndex.EMPTY);
  private final Runnable onChange;

  /**
   * Knows of no tool.
   *
   * @param onChange to be run when the server's tools are others than it has listed
   */
  public ServerTools(Runnable onChange) {
    this.onChange = onChange;
  }

  /** {@return what is known now} */
  public ToolIndex now() {
    return now.get();
  }

  /** Learns from the result of a {@code tools/list}, of whatever page. */
  public void listed(byte[] result) {
    now.updateAndGet(known -> known.with(result));
  }

  /** The tools are others than the server has listed, for whichever of its clients. */
  public void changed() {
    now.updateAndGet(ToolIndex::outdated);
    onChange.run();
  }
}
