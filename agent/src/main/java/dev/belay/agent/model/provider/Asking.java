package dev.belay.agent.model.provider;

import dev.belay.agent.model.ModelException;
import dev.belay.agent.model.provider.Endpoint.Sent;
import dev.belay.agent.model.provider.Incoming.SilenceException;
import dev.belay.agent.model.provider.Troubles.ProviderError;
import dev.belay.gateway.turn.OfferedTool;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEvent;
import dev.langchain4j.http.client.sse.ServerSentEventContext;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The one request of one asking: what LangChain4j sends goes out here, and what comes back is read
 * on the thread that asks, so that LangChain4j starts none. Any thread may stop it.
 */
final class Asking implements HttpClient {
  private static final int LONGEST_REFUSAL = 64 * 1024;

  private final Endpoint endpoint;
  private final List<OfferedTool> tools;
  private final Hearing hearing;
  private volatile boolean stopped;
  private volatile @Nullable Sent exchange;

  /** What ended it early; of the thread that asks. */
  private @Nullable Exception failure;

  Asking(Endpoint endpoint, List<OfferedTool> tools, Hearing hearing) {
    this.endpoint = endpoint;
    this.tools = tools;
    this.hearing = hearing;
  }

  /** Ends it, wherever it is: its connection is closed. */
  void stop() {
    stopped = true;
    var now = exchange;
    if (now != null) {
      now.close();
    }
  }

  /** Throws what ended it early, if anything did. */
  void check() throws ModelException, InterruptedException {
    switch (failure) {
      case null -> {}
      case ModelException e -> throw e;
      case InterruptedException e -> throw e;
      case SilenceException _ -> throw endpoint.troubles().silent();
      case IOException e -> throw endpoint.troubles().broken(e);
      case Exception e -> throw new IllegalStateException(e);
    }
  }

  @Override
  public SuccessfulHttpResponse execute(HttpRequest request) {
    throw new UnsupportedOperationException("models are asked for streams alone");
  }

  @Override
  public void execute(
      HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
    if (stopped) {
      return;
    }
    try (var sent = endpoint.send(request, tools)) {
      exchange = sent;
      if (stopped) {
        return; // the other party looked for the exchange before it was there
      }
      read(sent, parser, listener);
    } catch (InterruptedIOException e) {
      failure = e.getCause() instanceof InterruptedException cause ? cause : e;
    } catch (ModelException | IOException | InterruptedException e) {
      failure = e;
    }
  }

  private void read(Sent sent, ServerSentEventParser parser, ServerSentEventListener listener)
      throws ModelException, IOException, InterruptedException {
    var head = head(sent);
    if (head.statusCode() < 200 || head.statusCode() > 299) {
      throw endpoint.refused(head, head.body().readNBytes(LONGEST_REFUSAL));
    }
    var body = head.body();
    var events = new Events(listener, hearing, body, endpoint.api().mending(), endpoint.troubles());
    events.onOpen(SuccessfulHttpResponse.builder().statusCode(head.statusCode()).build());
    parser.parse(body, events);
    events.end();
  }

  private java.net.http.HttpResponse<Incoming> head(Sent sent)
      throws ModelException, IOException, InterruptedException {
    try {
      return sent.head();
    } catch (SilenceException e) {
      throw e;
    } catch (IOException e) {
      throw endpoint.troubles().unreachable(e);
    }
  }

  /**
   * Stands between the events of one stream and LangChain4j, which passes over what it cannot read,
   * and takes any end of a stream of OpenAI's for the end of its message. On one thread.
   */
  static final class Events implements ServerSentEventListener {
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
}
