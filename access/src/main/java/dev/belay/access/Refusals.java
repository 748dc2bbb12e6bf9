package dev.belay.access;

/** Receives refusals of access, such as for an audit. Must not block; safe for many threads. */
@FunctionalInterface
public interface Refusals {
  /** Drops all refusals. */
  Refusals NONE = (_, _, _) -> {};

  /** The principal of a caller that is not authenticated. */
  String NOBODY = "nobody";

  /**
   * Reports a refusal. A request without any credentials is not reported: clients begin that way.
   *
   * @param what {@code access} for invalid credentials, {@code rate} for too many requests
   * @param principal the caller, or {@link #NOBODY}
   * @param reason in words, which repeat nothing of a token
   */
  void refused(String what, String principal, String reason);
}
