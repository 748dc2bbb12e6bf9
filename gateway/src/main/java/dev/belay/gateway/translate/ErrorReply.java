package dev.belay.gateway.translate;

import java.util.List;

/** What becomes of an upstream's error on its way to the client. */
public sealed interface ErrorReply {
  /** An error, in the client's own terms. */
  record Failed(Fault fault) implements ErrorReply {}

  /** The client is asked, and asks again when it has done what it was asked. */
  record Asked(List<ServerQuestion> questions) implements ErrorReply {
    public Asked {
      questions = List.copyOf(questions);
    }
  }

  /**
   * A tool's result that says what failed, which a model reads where it does not read errors (C1).
   */
  record ToolFailed(String text) implements ErrorReply {}
}
