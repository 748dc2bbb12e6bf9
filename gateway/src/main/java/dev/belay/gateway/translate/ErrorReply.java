package dev.belay.gateway.translate;

import java.util.List;

/** The reply to a client for an upstream's error. */
public sealed interface ErrorReply {
  /** An error, in the client's own terms. */
  record Failed(Fault fault) implements ErrorReply {}

  /** Questions to the client, which then repeats its request. */
  record Asked(List<ServerQuestion> questions) implements ErrorReply {
    public Asked {
      questions = List.copyOf(questions);
    }
  }

  /** A tool's result that describes the failure, since models read results but not errors (C1). */
  record ToolFailed(String text) implements ErrorReply {}
}
