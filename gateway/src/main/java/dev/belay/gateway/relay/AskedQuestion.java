package dev.belay.gateway.relay;

import dev.belay.core.call.Call;
import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.Splice;
import dev.belay.mcp.input.PendingInput;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A legacy server's question: a request of its own, which waits for its answer. */
record AskedQuestion(UpstreamConnection link, Envelope request, Call.@Nullable Hold hold)
    implements OpenQuestion, PendingInput.Question {
  private static final byte[] NO_ROOTS = "{\"roots\":[]}".getBytes(StandardCharsets.US_ASCII);

  AskedQuestion(UpstreamConnection link, Envelope request) {
    this(link, request, null);
  }

  /** {@return a copy that holds the idle clock of its call while it is open} */
  AskedQuestion holding(Call call) {
    return new AskedQuestion(link, request, call.hold(Call.QUESTION));
  }

  /** {@return whether it is that request of the server} */
  boolean isFrom(UpstreamConnection link, RequestId askedAs) {
    return this.link == link && askedAs().equals(askedAs);
  }

  boolean isAboutRoots() {
    return method().equals("roots/list");
  }

  private RequestId askedAs() {
    return request.requireId();
  }

  @Override
  public String method() {
    return request.method();
  }

  @Override
  public byte @Nullable [] params() {
    var params = request.params();
    return params == null ? null : params.of(request.bytes());
  }

  @Override
  public @Nullable RequestId token() {
    return request.id(Member.META_PROGRESS_TOKEN);
  }

  @Override
  public byte[] asRequest(RequestId own) {
    var message = Splice.of(request).id(own).remove(Member.META_RELATED_TASK);
    if (token() != null) {
      message.set(Member.META_PROGRESS_TOKEN, own);
    }
    return message.bytes();
  }

  @Override
  public void answered(Envelope response) {
    link.answer(Splice.of(response).id(askedAs()).bytes());
  }

  @Override
  public void answered(byte[] result) {
    withdrawn();
    link.answer(Messages.response(askedAs(), result));
  }

  @Override
  public void withdrawn() {
    if (hold != null) {
      hold.close();
    }
  }

  @Override
  public void refused(String why) {
    withdrawn();
    link.answer(Messages.error(askedAs(), ErrorCode.INTERNAL_ERROR, why));
  }

  /**
   * Refuses a question that the client has not declared to accept.
   *
   * <p>A shared server was given more capabilities than each client has. For roots an empty list is
   * a valid answer, which servers handle better than an error.
   */
  void notDeclared() {
    if (isAboutRoots()) {
      answered(NO_ROOTS);
      return;
    }
    link.answer(
        Messages.error(
            askedAs(),
            ErrorCode.METHOD_NOT_FOUND,
            "The client cannot be asked for " + method() + ": it did not declare that it could."));
  }
}
