package dev.belay.gateway.listing;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Holds the current {@link ToolIndex} of one server. Safe for use by many threads: it includes
 * concurrent pages.
 */
public final class ServerTools {
  private final AtomicReference<ToolIndex> now = new AtomicReference<>(ToolIndex.EMPTY);
  private final Runnable onChange;

  /**
   * Starts with an empty index.
   *
   * @param onChange runs when the server's tools have changed since they were listed
   */
  public ServerTools(Runnable onChange) {
    this.onChange = onChange;
  }

  /** {@return the current index} */
  public ToolIndex now() {
    return now.get();
  }

  /** Adds a result of {@code tools/list}, or a page of one. */
  public void listed(byte[] result) {
    now.updateAndGet(known -> known.with(result));
  }

  /** The server's tools have changed since they were listed, for any of its clients. */
  public void changed() {
    now.updateAndGet(ToolIndex::outdated);
    onChange.run();
  }
}
