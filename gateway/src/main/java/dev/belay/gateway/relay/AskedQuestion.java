package dev.belay.gateway.relay;

import dev.belay.gateway.translate.ClientCapabilities;
import dev.belay.gateway.upstream.ServerLink;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.Splice;
import org.jspecify.annotations.Nullable;

/** A legacy server's question: a request of its own, which waits for its answer. */
record AskedQuestion(ServerLink link, Envelope request) implements OpenQuestion {
  @Override
  public RequestId askedAs() {
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
    var message = Splice.of(request).id(own);
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
  public void answeredWith(byte[] result) {
    link.answer(Messages.response(askedAs(), result));
  }

  @Override
  public void refused(String why) {
    link.answer(Messages.error(askedAs(), ErrorCode.INTERNAL_ERROR, why));
  }

  /** {@return what a client must declare to be asked this, as JSON} */
  byte[] required() {
    return ClientCapabilities.required(method(), params());
  }

  /** The client cannot be asked that: it has never said that it could. */
  void notDeclared() {
    link.answer(
        Messages.error(
            askedAs(),
            ErrorCode.METHOD_NOT_FOUND,
            "The client cannot be asked for " + method() + ": it did not declare that it could."));
  }
}
