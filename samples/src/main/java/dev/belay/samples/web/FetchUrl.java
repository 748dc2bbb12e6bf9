package dev.belay.samples.web;

import dev.belay.samples.file.BoundedText;
import dev.belay.samples.file.BoundedText.NoTextException;
import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.call.Heartbeats;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;

/** The tool {@code fetch_url} (S4-70). */
public final class FetchUrl {
  /** Maximum bytes of a page in one result. */
  static final int SHOWN_BYTES = 512 * 1024;

  /** Maximum number of redirects. */
  static final int MOST_REDIRECTS = 5;

  /** Maximum bytes of an error page in the message. */
  private static final int ERROR_BYTES = 2000;

  private static final Duration CONNECT = Duration.ofSeconds(10);

  private final WebReach reach;

  /** Fetches from these hosts. */
  public FetchUrl(WebReach reach) {
    this.reach = reach;
  }

  /**
   * Fetches a URL and returns its content unchanged.
   *
   * @throws FetchFailedException if the URL is invalid, not allowed, or answers with an error
   * @throws IOException if the connection fails, or the content is not text
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
    // One client per call, so that its connections and threads end with the call.
    var client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            // A proxy would resolve the name itself, in a network that was not checked.
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
      // The client's exceptions often have no message.
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

  /** Stream that beats with each read, which ends a download whose call has ended. */
  static final class BeatingInput extends FilterInputStream {
    private final Heartbeats call;

    BeatingInput(InputStream in, Heartbeats call) {
      super(in);
      this.call = call;
    }

    @Override
    public int read() throws IOException {
      call.heartbeat();
      return super.read();
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      int read = super.read(into, offset, length);
      call.heartbeat();
      return read;
    }
  }

  /** A {@code Content-Type}; empty if the header is absent. */
  record MediaType(String value) {
    private static final Pattern TEXT =
        Pattern.compile(
            "text/.*|.*[/+](json|xml|yaml|javascript|ecmascript|x-www-form-urlencoded)");

    private static final Pattern CHARSET =
        Pattern.compile("charset\\s*=\\s*\"?([^\";\\s]+)", Pattern.CASE_INSENSITIVE);

    String name() {
      int end = value.indexOf(';');
      return (end < 0 ? value : value.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }

    /** {@return whether it is text; an absent type is taken for text} */
    boolean isText() {
      return value.isBlank() || TEXT.matcher(name()).matches();
    }

    Charset charset() {
      var found = CHARSET.matcher(value);
      try {
        return found.find() ? Charset.forName(found.group(1)) : StandardCharsets.UTF_8;
      } catch (IllegalCharsetNameException | UnsupportedCharsetException _) {
        // UTF-8 is also the browsers' fallback.
        return StandardCharsets.UTF_8;
      }
    }
  }

  /** Thrown when a URL cannot be fetched; the message tells a model why. */
  public static final class FetchFailedException extends IOException {
    private static final long serialVersionUID = 1L;

    FetchFailedException(String message) {
      super(message);
    }

    FetchFailedException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** A fetchable URL: {@code http} or {@code https}, with a host and without credentials. */
  record Target(URI uri) {
    /**
     * Parses a caller's URL.
     *
     * @throws FetchFailedException if it is not a fetchable URL
     */
    static Target of(String url) throws FetchFailedException {
      try {
        return of(new URI(url.strip()));
      } catch (URISyntaxException e) {
        throw new FetchFailedException("%s is no URL: %s".formatted(url, e.getReason()), e);
      }
    }

    private static Target of(URI uri) throws FetchFailedException {
      var scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
      if (!scheme.equals("http") && !scheme.equals("https")) {
        throw new FetchFailedException(uri + " is no URL of http:// or https://");
      }
      if (uri.getHost() == null) {
        throw new FetchFailedException(uri + " names no host");
      }
      if (uri.getUserInfo() != null) {
        throw new FetchFailedException(
            "URLs with a name or a password before the host are not used");
      }
      return new Target(uri);
    }

    /**
     * {@return the target of a redirect from here}
     *
     * @throws FetchFailedException if it is not a fetchable URL, or downgrades to http
     */
    Target redirected(String location) throws FetchFailedException {
      Target next;
      try {
        next = of(uri.resolve(new URI(location)));
      } catch (URISyntaxException e) {
        throw new FetchFailedException(uri + " redirects to what is no URL: " + location, e);
      }
      if (isEncrypted() && !next.isEncrypted()) {
        throw new FetchFailedException(
            "%s redirects to %s, which is not encrypted".formatted(uri, next.uri()));
      }
      return next;
    }

    private boolean isEncrypted() {
      return uri.getScheme().equalsIgnoreCase("https");
    }
  }
}
