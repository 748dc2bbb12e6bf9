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
 * The HTTP client of a single request of LangChain4j. It reads the response on the calling thread,
 * so that LangChain4j starts none. Any thread may stop it.
 */
final class Asking implements HttpClient {
  private static final int LONGEST_REFUSAL = 64 * 1024;

  private final Endpoint endpoint;
  private final List<OfferedTool> tools;
  private final Hearing hearing;
  private volatile boolean stopped;
  private volatile @Nullable Sent exchange;

  /** What ended the request early; confined to the calling thread. */
  private @Nullable Exception failure;

  Asking(Endpoint endpoint, List<OfferedTool> tools, Hearing hearing) {
    this.endpoint = endpoint;
    this.tools = tools;
    this.hearing = hearing;
  }

  /** Stops the request at any stage by closing its connection. */
  void stop() {
    stopped = true;
    var now = exchange;
    if (now != null) {
      now.close();
    }
  }

  /** Throws the failure that ended the request early, if any. */
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
        return; // stop() ran before the exchange was set
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
   * Checks the events of one stream on their way to LangChain4j, which skips unreadable events and
   * takes any end of an OpenAI stream for the end of the message. Confined to one thread.
   */
  static final class Events implements ServerSentEventListener {
    /** Last event of OpenAI's streams. */
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
     * Signals the end to LangChain4j and checks that the message is complete.
     *
     * @throws IOException if the body broke off, was silent, or was closed locally
     * @throws ModelException if there is no complete message
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
      // LangChain4j accepts any end of an OpenAI stream; a valid one has a finish reason or the
      // last event.
      if (!hearing.isRead() || (!said && !done && hearing.finish() == null)) {
        throw troubles.ended(any);
      }
    }
  }
}
