package dev.belay.gateway.relay;

import dev.belay.core.call.CallId;
import dev.belay.gateway.approval.PersonAtClient;
import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.input.PendingInput;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Belay's own question to the client of a call: whether it may run. Where it has no answer, others
 * can still decide.
 */
final class ApprovalQuestion implements OpenQuestion, PendingInput.Question {
  private static final String METHOD = "elicitation/create";
  private static final String DECIDED = "The call needs no decision here any more.";

  private final String key;
  private final byte[] params;
  private final Consumer<byte[]> answer;

  private ApprovalQuestion(CallId call, byte[] params, Consumer<byte[]> answer) {
    key = PersonAtClient.key(call);
    this.params = params;
    this.answer = answer;
  }

  /** The way to the client of a request. */
  record Way(ClientRequest request) implements PersonAtClient {
    @Override
    public boolean canBeAsked() {
      return request.session().capabilities().allows(METHOD, null);
    }

    @Override
    public Runnable ask(CallId call, byte[] params, Consumer<byte[]> answer) {
      var question = new ApprovalQuestion(call, params, answer);
      var input = request.input();
      if (input != null && (request.session().isModern() || request.isTask())) {
        input.ask(List.of(question));
        return () -> input.withdraw(question::equals);
      }
      var questions = request.session().questions();
      questions.ask(question, request.replyTo());
      return () -> questions.withdraw(question::equals, DECIDED);
    }
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public String method() {
    return METHOD;
  }

  @Override
  public byte[] params() {
    return params.clone();
  }

  @Override
  public @Nullable UpstreamConnection link() {
    return null;
  }

  @Override
  public byte[] asRequest(RequestId own) {
    return Messages.request(own, METHOD, params);
  }

  @Override
  public void answered(Envelope response) {
    var result = response.kind() == Kind.RESPONSE ? response.raw(Member.RESULT) : null;
    if (result != null) {
      answer.accept(result);
    }
  }

  @Override
  public void answered(byte[] result) {
    answer.accept(result);
  }

  @Override
  public void refused(String why) {}
}
