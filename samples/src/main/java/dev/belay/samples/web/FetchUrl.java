package dev.belay.samples.web;

import dev.belay.samples.text.BoundedText;
import dev.belay.samples.text.NoTextException;
import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.call.Heartbeats;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** The tool {@code fetch_url} (S4-70). */
public final class FetchUrl {
  /** How much of a page one answer has. */
  static final int SHOWN_BYTES = 512 * 1024;

  /** More than any good site sends a reader around. */
  static final int MOST_REDIRECTS = 5;

  /** How much of an error page is worth telling. */
  private static final int ERROR_BYTES = 2000;

  private static final Duration CONNECT = Duration.ofSeconds(10);

  private final Reach reach;

  /** Fetches from these hosts. */
  public FetchUrl(Reach reach) {
    this.reach = reach;
  }

  /**
   * Reads what is at a URL, as it is.
   *
   * @throws FetchFailedException if the URL is none, may not be asked, or answers with an error
   * @throws IOException if the connection fails, or the content is no text
   * @throws InterruptedException when the call is stopped: the connection is closed then
   */
  @Tool(
      name = "fetch_url",
      title = "Fetch a URL",
      description = "Fetch URL content",
      category = "web",
      openWorld = true,
      timeout = 120,
      idleTimeout = 30)
  public String fetch(
      @Arg(description = "The URL to fetch, of http or https") String url, Heartbeats call)
      throws IOException, InterruptedException {
    var target = Target.of(url);
    // One for each call: whatever ends the call ends its connections and threads with it.
    var client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            // A proxy would look the name up itself, inside a network that was not checked.
            .proxy(HttpClient.Builder.NO_PROXY)
            .build();
    try {
      return fetch(client, target, call);
    } finally {
      client.shutdownNow();
    }
  }

  private String fetch(HttpClient client, Target first, Heartbeats call)
      throws IOException, InterruptedException {
    var target = first;
    for (int redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      reach.check(target.uri());
      call.heartbeat("GET " + target.uri());
      var answer = ask(client, target);
      try (var body = new BeatingInput(answer.body(), call)) {
        var location = answer.headers().firstValue("location");
        if (answer.statusCode() / 100 != 3 || location.isEmpty()) {
          return content(target, answer, body);
        }
        target = target.redirected(location.get());
      }
    }
    throw new FetchFailedException(
        "%s redirects more than %d times".formatted(first.uri(), MOST_REDIRECTS));
  }

  private static HttpResponse<InputStream> ask(HttpClient client, Target target)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(target.uri()).header("Accept", "text/*, */*;q=0.5").build();
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofInputStream());
    } catch (IOException e) {
      // The client's own message is often none.
      var why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      throw new FetchFailedException("%s cannot be fetched: %s".formatted(target.uri(), why), e);
    }
  }

  private static String content(Target target, HttpResponse<InputStream> answer, InputStream body)
      throws IOException {
    var name = target.uri().toString();
    var type = new MediaType(answer.headers().firstValue("content-type").orElse(""));
    int status = answer.statusCode();
    if (status / 100 != 2) {
      throw new FetchFailedException(
          "%s answers with status %d%s".formatted(name, status, said(name, type, body)));
    }
    if (!type.isText()) {
      throw new FetchFailedException("%s is %s, which is no text".formatted(name, type.name()));
    }
    long size = answer.headers().firstValueAsLong("content-length").orElse(-1);
    return BoundedText.read(name, body, type.charset(), SHOWN_BYTES, size);
  }

  private static String said(String name, MediaType type, InputStream body) throws IOException {
    if (!type.isText()) {
      return "";
    }
    try {
      return "\n" + BoundedText.read(name, body, type.charset(), ERROR_BYTES, -1);
    } catch (NoTextException _) {
      return "";
    }
  }
}
