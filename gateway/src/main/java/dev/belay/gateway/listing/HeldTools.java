package dev.belay.gateway.listing;

/**
 * How many tools of one server are held back, since their definitions have changed.
 *
 * @param waiting for a person to accept them ({@code on_change: ask})
 * @param refused without anybody being asked ({@code on_change: refuse})
 */
public record HeldTools(int waiting, int refused) {
  /** Nothing is held back. */
  public static final HeldTools NONE = new HeldTools(0, 0);
}
