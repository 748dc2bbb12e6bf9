package dev.belay.gateway.upstream;

import dev.belay.mcp.envelope.RawJson;
import java.util.Map;

/** Where the answers to questions of a modern server's task go. */
public interface TaskAnswers {
  /** Hands the answers, by the keys of their questions, to the server. */
  void bring(Map<String, RawJson> answers);

  /** There are no answers: the call fails. */
  void fail(String why);
}
