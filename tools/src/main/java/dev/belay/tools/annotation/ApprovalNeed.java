package dev.belay.tools.annotation;

/** Whether the calls of a tool need a person's yes, as far as its author sets that. */
public enum ApprovalNeed {
  /** The author sets nothing. */
  NONE,
  /** A person is asked, at the client or elsewhere. */
  ASK,
  /** A person is asked elsewhere: clients can answer without one. */
  PERSON;

  /**
   * The member of a definition's {@code _meta} that states the need, in lower case, so that a
   * gateway before a server of the tool knows of it.
   */
  public static final String META = "dev.belay/approval";
}
