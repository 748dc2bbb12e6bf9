package dev.belay.agent.model.provider;

import dev.belay.agent.model.ModelException;
import dev.belay.agent.model.provider.Troubles.ProviderError;
import dev.belay.core.time.Time;
import dev.belay.mcp.client.Body;
import dev.belay.mcp.client.PostExchange;
import dev.belay.mcp.client.SseParser;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * Reads the response of one request into a message, waiting for each piece no longer than the idle
 * limit. Confined to one thread.
 */
final class Answering implements SseParser.Sink {
  /** Maximum length of a body; exceeds any message. */
  private static final long MOST_BYTES = 64L * 1024 * 1024;

  /** Maximum length of an event, which is buffered whole; exceeds any. */
  private static final int LONGEST_LINE = 4 * 1024 * 1024;

  private static final int LONGEST_REFUSAL = 64 * 1024;
  private static final int BUFFER = 16 * 1024;
  private static final Duration FOREVER = Duration.ofDays(36_500);

  /** Maximum wait for the end of a stream after a complete message. */
  private static final Duration LINGER = Duration.ofSeconds(1);

  private final Endpoint endpoint;
  private final Troubles troubles;
  private final Time time;
  private final PostExchange<Body> exchange;
  private final Duration patience;
  private final MessageBuilder message;
  private final ProviderApi.Events events;
  private boolean any;
  private @Nullable ModelException trouble;

  Answering(Endpoint endpoint, Time time, PostExchange<Body> exchange, MessageBuilder message) {
    this.endpoint = endpoint;
    this.troubles = endpoint.troubles();
    this.time = time;
    this.exchange = exchange;
    this.message = message;
    var idle = endpoint.settings().idleTimeout();
    patience = idle.isZero() ? FOREVER : idle;
    events = endpoint.api().events(message);
  }

  /** Reads the response to its end; the caller closes the exchange. */
  void read() throws ModelException, InterruptedException {
    var head = head();
    try {
      if (head.statusCode() < 200 || head.statusCode() > 299) {
        throw endpoint.refused(head, beginning(head.body()));
      }
      if (endpoint.api().isLines()) {
        var lines =
            new ProviderApi.Lines(LONGEST_LINE, line -> onEvent("", line), this::onOversized);
        read(head.body(), lines::feed);
        lines.end();
      } else {
        try (var parser = new SseParser(LONGEST_LINE, this)) {
          read(head.body(), parser::feed);
        }
      }
    } catch (IOException e) {
      if (!message.isComplete()) {
        throw troubles.broken(e);
      }
    }
    end();
  }

  private HttpResponse<Body> head() throws ModelException, InterruptedException {
    if (!time.await(exchange.begun(), patience)) {
      throw troubles.silent();
    }
    try {
      return exchange.head();
    } catch (IOException e) {
      throw troubles.unreachable(e);
    }
  }

  private byte[] beginning(Body body) throws IOException, ModelException, InterruptedException {
    var buffer = new byte[LONGEST_REFUSAL];
    int length = 0;
    var piece = new byte[BUFFER];
    int count;
    while (length < buffer.length && (count = next(body, piece)) >= 0) {
      int more = Math.min(count, buffer.length - length);
      System.arraycopy(piece, 0, buffer, length, more);
      length += more;
    }
    return Arrays.copyOf(buffer, length);
  }

  private void read(Body body, Feed feed) throws IOException, ModelException, InterruptedException {
    var piece = new byte[BUFFER];
    long bytes = 0;
    int count;
    while ((count = next(body, piece)) >= 0) {
      bytes += count;
      if (bytes > MOST_BYTES) {
        throw new IOException("it is longer than " + MOST_BYTES + " bytes");
      }
      feed.take(piece, count);
      if (trouble != null) {
        throw trouble;
      }
    }
  }

  /** {@return the number of bytes read; -1 at the end, and soon after a complete message} */
  private int next(Body body, byte[] into)
      throws IOException, ModelException, InterruptedException {
    int count;
    while ((count = body.poll(into)) == 0) {
      if (!time.await(body.readable(), message.isComplete() ? LINGER : patience)) {
        if (message.isComplete()) {
          return -1;
        }
        throw troubles.silent();
      }
    }
    return count;
  }

  private void end() throws ModelException {
    events.end();
    if (trouble != null) {
      throw trouble;
    }
    if (!message.isComplete()) {
      throw troubles.ended(any);
    }
  }

  @Override
  public void onEvent(String type, byte[] data) {
    var text = new String(data, StandardCharsets.UTF_8);
    if (trouble != null || message.isComplete() || text.isBlank()) {
      return;
    }
    any = true;
    var error = ProviderError.of(text);
    if (error != null) {
      trouble = troubles.inStream(error);
      return;
    }
    try {
      events.read(text);
    } catch (JacksonException _) {
      trouble = troubles.garbage(text);
    }
  }

  @Override
  public void onOversized() {
    if (trouble == null) {
      trouble =
          troubles.broken(new IOException("it has a line of more than " + LONGEST_LINE + " bytes"));
    }
  }

  @Override
  public void onId(String id) {}

  @Override
  public void onRetry(Duration delay) {}

  /** Takes the next bytes of a stream. */
  @FunctionalInterface
  private interface Feed {
    void take(byte[] bytes, int count);
  }
}
