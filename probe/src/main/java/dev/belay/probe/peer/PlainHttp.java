package dev.belay.probe.peer;

import dev.belay.core.time.Time;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Client of a server's endpoints other than MCP: one request, one answer, one limit. */
public final class PlainHttp implements AutoCloseable {
  /** Statuses for an unknown path or an unsupported method. */
  private static final Set<Integer> ABSENT = Set.of(404, 405, 501);

  private static final int LONGEST_BODY = 16 * 1024 * 1024;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Map<String, String> headers;
  private final Duration limit;
  private final Time time;

  /** Creates a client with these headers and that limit per request. */
  public PlainHttp(Map<String, String> headers, Duration limit, Time time) {
    this.headers = Map.copyOf(headers);
    this.limit = limit;
    this.time = time;
  }

  /**
   * Answer of a server.
   *
   * @param status zero without an answer, with the reason in {@code body}
   */
  public record Said(int status, String body) {
    /** {@return whether the status is a success} */
    public boolean isGood() {
      return status / 100 == 2;
    }

    /** {@return whether the server lacks the endpoint} */
    public boolean isAbsent() {
      return ABSENT.contains(status);
    }

    /** {@return the status, or the reason of its absence} */
    public String text() {
      return status == 0 ? body : Integer.toString(status);
    }
  }

  /** {@return the server's own report of its health} */
  public Health health(URI url) throws InterruptedException {
    var said = ask(url, null);
    return said.isAbsent()
        ? new Health(null, "no endpoint: " + said.text())
        : new Health(said.isGood(), said.text());
  }

  /** Sends a GET, or a POST with a JSON body. */
  public Said ask(URI url, @Nullable String json) throws InterruptedException {
    try {
      var request = HttpRequest.newBuilder(url);
      headers.forEach(request::setHeader);
      if (json != null) {
        request.setHeader("Content-Type", "application/json").POST(BodyPublishers.ofString(json));
      }
      var answer =
          client.sendAsync(
              request.build(),
              _ -> BodySubscribers.limiting(BodySubscribers.ofByteArray(), LONGEST_BODY));
      return said(answer);
    } catch (IllegalArgumentException e) {
      return failed(String.valueOf(e.getMessage()));
    }
  }

  private Said said(CompletableFuture<HttpResponse<byte[]>> answer) throws InterruptedException {
    if (!time.await(answer, limit)) {
      answer.cancel(true);
      return failed("no answer within " + limit.toSeconds() + "s");
    }
    try {
      var response = answer.join();
      return new Said(response.statusCode(), new String(response.body(), StandardCharsets.UTF_8));
    } catch (CompletionException e) {
      var cause = e.getCause() == null ? e : e.getCause();
      return failed(cause.getMessage() == null ? cause.toString() : cause.getMessage());
    }
  }

  private static Said failed(String why) {
    return new Said(0, why);
  }

  @Override
  public void close() {
    client.shutdownNow();
  }

  /**
   * A server's report at {@code /health}.
   *
   * @param ok null without such an endpoint
   * @param status the HTTP status, or the reason of its absence
   */
  public record Health(@Nullable Boolean ok, String status) {
    /** No report, since the server has no endpoint for it. */
    public static final Health NONE = new Health(null, "no endpoint");

    /** {@return whether it reports trouble} */
    public boolean isBad() {
      return ok != null && !ok;
    }

    /** {@return the report, for a person} */
    public String text() {
      return ok == null ? "skipped (" + status + ")" : (ok ? "ok" : "not ok") + " (" + status + ")";
    }
  }
}
