package dev.belay.tools.declare;

/** A tool threw what is neither an exception nor an error. */
final class ToolThrewException extends Exception {
  private static final long serialVersionUID = 1L;

  ToolThrewException(Throwable cause) {
    super(cause.getMessage(), cause);
  }
}
