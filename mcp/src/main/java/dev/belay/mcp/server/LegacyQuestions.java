package dev.belay.mcp.server;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The server's own requests to one legacy client, each sent along with the request that it belongs
 * to (MCP 2025-11-25 §elicitation, SEP-2260). Safe for use by many threads.
 */
final class LegacyQuestions {
  private final AtomicLong lastId = new AtomicLong();
  private final Map<RequestId, CompletableFuture<Envelope>> open = new ConcurrentHashMap<>();

  /**
   * Asks all questions at once and waits for all answers; returns the results by the questions'
   * keys.
   */
  Map<String, byte[]> ask(Run run, List<Question> questions)
      throws RequestFailed, InterruptedException {
    var asked = new LinkedHashMap<RequestId, Question>();
    try {
      for (var question : questions) {
        var id = RequestId.of(lastId.incrementAndGet());
        open.put(id, new CompletableFuture<>());
        asked.put(id, question);
        if (!run.tell(Messages.request(id, question.method(), question.params()))) {
          throw new RequestFailed(ErrorCode.INTERNAL_ERROR, "The client cannot be asked now.");
        }
      }
      var results = new LinkedHashMap<String, byte[]>();
      for (var one : asked.entrySet()) {
        var answer = await(one.getKey());
        results.put(one.getValue().key(), result(one.getValue(), answer));
      }
      return results;
    } finally {
      for (var id : asked.keySet()) {
        if (open.remove(id) != null) {
          // The client may stop asking its user.
          var params = JsonWriter.object().put("requestId", id.json()).end();
          run.tellAnyway(Messages.notification("notifications/cancelled", params));
        }
      }
    }
  }

  private Envelope await(RequestId id) throws RequestFailed, InterruptedException {
    var pending = open.get(id);
    try {
      if (pending != null) {
        var answer = pending.get();
        open.remove(id);
        return answer;
      }
    } catch (ExecutionException e) {
      throw new RequestFailed(ErrorCode.INTERNAL_ERROR, "The client has gone.");
    }
    throw new RequestFailed(ErrorCode.INTERNAL_ERROR, "The client has gone.");
  }

  private static byte[] result(Question question, Envelope answer) throws RequestFailed {
    var result = answer.result();
    if (answer.kind() == Kind.RESPONSE && result != null && result.isObject(answer.bytes())) {
      return result.of(answer.bytes());
    }
    throw new RequestFailed(
        ErrorCode.INTERNAL_ERROR,
        "The client answered "
            + question.method()
            + " with "
            + (answer.kind() == Kind.ERROR
                ? "error "
                    + answer.number(Member.ERROR_CODE)
                    + ": "
                    + answer.text(Member.ERROR_MESSAGE)
                : "no object"));
  }

  /** Takes an answer of the client; one without a question is dropped. */
  void answered(Envelope answer) {
    var id = answer.id();
    var pending = id == null ? null : open.get(id);
    if (pending != null) {
      pending.complete(answer);
    }
  }
}
