package dev.belay.access;

import dev.belay.core.time.Time;
import dev.belay.mcp.client.Reach;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Fetches keys over HTTP: bounded in time and size, from the configured address only, without
 * following redirects.
 *
 * <p>The checked address is not passed to {@code java.net.http}, which resolves the name again:
 * with a literal address neither the name in the TLS handshake nor the one compared with the
 * certificate could be kept. A name that resolves differently in between is therefore caught by the
 * certificate: except on loopback, keys come over https alone, and not one byte of the request goes
 * to a machine that cannot prove the name.
 */
final class HttpKeySource implements KeySource {
  static final int LARGEST = 256 << 10;
  static final Duration LIMIT = Duration.ofSeconds(5);

  private final URI url;
  private final Reach reach;
  private final Time time;
  private final HttpClient client;

  /**
   * Creates a source.
   *
   * @param reach the addresses that may be contacted
   */
  HttpKeySource(URI url, Reach reach, Time time) {
    this.url = url;
    this.reach = reach;
    this.time = time;
    var builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(LIMIT)
            .executor(task -> Thread.ofVirtual().name("belay-jwks").start(task));
    if (Reach.isLoopback(url.getHost())) {
      builder.proxy(HttpClient.Builder.NO_PROXY);
    }
    client = builder.build();
  }

  @Override
  public String fetch() throws IOException, InterruptedException {
    reach.check(url.getHost(), InetAddress::getAllByName, "to ask for keys");
    var request = HttpRequest.newBuilder(url).header("Accept", "application/json").build();
    var answer =
        client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), LARGEST));
    if (!time.await(answer, LIMIT)) {
      answer.cancel(true);
      throw new IOException("it did not answer within " + LIMIT.toSeconds() + " s");
    }
    var response = joined(answer);
    if (response.statusCode() != 200) {
      throw new IOException("it answered with status " + response.statusCode());
    }
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  private static HttpResponse<byte[]> joined(CompletableFuture<HttpResponse<byte[]>> answer)
      throws IOException {
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw new IOException("it cannot be reached, or sends too much: " + e.getCause(), e);
    } catch (CancellationException e) {
      throw new IOException("the request was given up", e);
    }
  }
}
