package dev.belay.access;

/**
 * Hears of whoever was turned away, such as for an audit. Must not block; safe for many threads.
 */
@FunctionalInterface
public interface Refusals {
  /** Nobody listens. */
  Refusals NONE = (_, _, _) -> {};

  /** Who is turned away without being known. */
  String NOBODY = "nobody";

  /**
   * Somebody was turned away. Whoever presents nothing at all is not: clients begin so.
   *
   * @param what {@code access} for a proof that is none, {@code rate} for too much at once
   * @param principal who it was, or {@link #NOBODY}
   * @param reason in words, which repeat nothing of a token
   */
  void refused(String what, String principal, String reason);
}
