package dev.belay.agent.model.provider;

import dev.belay.agent.model.ModelException;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventContext;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import java.io.IOException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Stands between the events of one stream and LangChain4j, which passes over what it cannot read,
 * and takes any end of a stream of OpenAI's for the end of its message. On one thread.
 */
final class Events implements ServerSentEventListener {
  /** The last event of OpenAI's streams. */
  private static final String DONE = "[DONE]";

  private final ServerSentEventListener reader;
  private final Hearing hearing;
  private final Incoming body;
  private final UnaryOperator<String> mending;
  private final Troubles troubles;
  private boolean any;
  private boolean done;
  private @Nullable ModelException trouble;
  private @Nullable IOException broken;

  Events(
      ServerSentEventListener reader,
      Hearing hearing,
      Incoming body,
      UnaryOperator<String> mending,
      Troubles troubles) {
    this.reader = reader;
    this.hearing = hearing;
    this.body = body;
    this.mending = mending;
    this.troubles = troubles;
  }

  @Override
  public void onOpen(SuccessfulHttpResponse response) {
    reader.onOpen(response);
  }

  @Override
  public void onEvent(ServerSentEvent event, ServerSentEventContext context) {
    if (trouble != null || event.data().isBlank()) {
      return;
    }
    any = true;
    var error = ProviderError.of(event.data());
    if (error != null) {
      fail(troubles.inStream(error));
      return;
    }
    try {
      reader.onEvent(new ServerSentEvent(event.event(), mending.apply(event.data())), context);
    } catch (RuntimeException _) {
      fail(troubles.garbage(event.data()));
      return;
    }
    if (hearing.isGarbled()) {
      fail(troubles.garbage(event.data()));
    } else if (hearing.thrown() != null) {
      body.close();
    } else if (event.data().equals(DONE)) {
      done = true;
      body.enough();
    } else if (hearing.isRead()) {
      body.enough();
    }
  }

  private void fail(ModelException why) {
    trouble = why;
    body.close();
  }

  @Override
  public void onError(Throwable error) {
    broken = error instanceof IOException io ? io : new IOException(error);
  }

  /**
   * Tells LangChain4j of the end, and checks that it is one.
   *
   * @throws IOException if the body broke off, was silent, or was ended from here
   * @throws ModelException if what came is no message
   */
  void end() throws IOException, ModelException {
    if (trouble != null) {
      throw trouble;
    }
    if (broken != null && !hearing.isRead() && !done) {
      throw broken;
    }
    boolean said = hearing.isRead();
    reader.onClose();
    // LangChain4j takes any end for OpenAI's: it is one with a reason to end, or with the last
    // event.
    if (!hearing.isRead() || (!said && !done && hearing.finish() == null)) {
      throw troubles.ended(any);
    }
  }
}
