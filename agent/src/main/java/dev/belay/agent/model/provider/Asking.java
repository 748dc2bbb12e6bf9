package dev.belay.agent.model.provider;

import dev.belay.agent.model.ModelException;
import dev.belay.gateway.turn.OfferedTool;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
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
}
