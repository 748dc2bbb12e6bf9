package dev.belay.access;

/** Receives refusals of access, such as for an audit. Must not block; safe for many threads. */
@FunctionalInterface
public interface Refusals {
  /** Drops all. */
  Refusals NONE = (_, _, _) -> {};

  /** The principal of a caller that is not authenticated. */
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
