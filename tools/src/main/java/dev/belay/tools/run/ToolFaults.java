package dev.belay.tools.run;

/** Describes a tool's exception for a model, without a stack trace. */
final class ToolFaults {
  private ToolFaults() {}

  static String text(Throwable thrown) {
    var message = thrown.getMessage();
    return switch (thrown) {
      case StackOverflowError _ ->
          "The tool ran out of stack: it calls itself without end (StackOverflowError).";
      case OutOfMemoryError _ -> "The tool ran out of memory: " + message + ".";
      case Error _ -> "The tool has a defect: " + thrown;
      default ->
          message == null || message.isBlank()
              ? "The tool failed: " + thrown.getClass().getSimpleName() + "."
              : message;
    };
  }
}
