package dev.belay.probe.report;

/** A file is not there, or is no report of Belay's; the message is for a person. */
public final class UnreadableReport extends Exception {
  private static final long serialVersionUID = 1L;

  /** Takes what is wrong, with the file's name. */
  public UnreadableReport(String message) {
    super(message);
  }

  /** {@return what is wrong, with the file's name} */
  public String text() {
    return String.valueOf(getMessage());
  }
}
