package dev.belay.agent.model.provider;

import dev.belay.agent.model.Model.Prompt;
import dev.belay.agent.model.ModelException;
import dev.belay.config.ModelSettings;
import dev.belay.core.time.Time;
import dev.belay.mcp.client.Body;
import dev.belay.mcp.client.PostExchange;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * The address of one model and its limits: the connect limit here, the idle limit in {@link
 * Answering}. Only this class adds the key to requests.
 *
 * <p>Uses HTTP/1.1 only, so that stopping a request closes its connection. Thread-safe.
 */
final class Endpoint implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(10);

  private final ModelSettings settings;
  private final ProviderApi api;
  private final Time time;
  private final String baseUrl;

  /** The query of every request, for example Azure's API version. */
  private final String query;

  private final Troubles troubles;
  private final HttpClient client;

  Endpoint(ModelSettings settings, ProviderApi api, Time time) {
    this.settings = settings;
    this.api = api;
    this.time = time;
    var address = settings.baseUrl() == null ? api.home() : settings.baseUrl();
    troubles = new Troubles(settings, api, Address.shown(address));
    int question = address.indexOf('?');
    var path = question < 0 ? address : address.substring(0, question);
    baseUrl = path.replaceFirst("/+$", "");
    query = question < 0 ? "" : address.substring(question);
    var builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .executor(task -> Thread.ofVirtual().name("belay-model-http").start(task))
            .connectTimeout(CONNECT);
    client =
        Address.isLoopback(address)
            ? builder.proxy(HttpClient.Builder.NO_PROXY).build()
            : builder.build();
  }

  ModelSettings settings() {
    return settings;
  }

  ProviderApi api() {
    return api;
  }

  Troubles troubles() {
    return troubles;
  }

  /** Sends a request with the key. */
  PostExchange<Body> send(Prompt prompt) throws ModelException {
    var body = api.request(settings, prompt).toString();
    return new PostExchange<>(client, request(body), Body::new);
  }

  /** Ends a request at any stage by closing its connection. */
  static void stop(PostExchange<Body> exchange) {
    exchange.close();
  }

  private HttpRequest request(String body) throws ModelException {
    HttpRequest.Builder builder;
    try {
      builder = HttpRequest.newBuilder(URI.create(baseUrl + api.path() + query));
    } catch (IllegalArgumentException _) {
      throw troubles.unsendable("models." + settings.name() + ".base_url is not an HTTP URL");
    }
    builder.POST(BodyPublishers.ofString(body)).header("Content-Type", "application/json");
    builder.header("User-Agent", "belay");
    var key = settings.apiKey();
    if (key != null && !key.isEmpty()) {
      try {
        builder.header(api.keyHeader(), api.keyValue(key));
      } catch (IllegalArgumentException _) {
        // The exception's message would contain the key.
        throw troubles.unsendable(
            "models." + settings.name() + ".api_key has characters that no header can carry");
      }
    }
    return builder.build();
  }

  /** {@return the exception for an unsuccessful response} */
  ModelException refused(HttpResponse<?> head, byte[] body) {
    var after =
        head.headers()
            .firstValue("Retry-After")
            .map(value -> RetryAfter.of(value, time.wall()))
            .orElse(null);
    return troubles.status(head.statusCode(), body, after);
  }

  /** Closes without waiting: running requests fail, and the threads end soon. */
  void end() {
    client.shutdownNow();
  }

  /** Closes and waits for the threads: running requests fail. */
  @Override
  public void close() {
    end();
    client.close();
  }

  /** Inspects a configured address. */
  static final class Address {
    private Address() {}

    /** {@return the address without credentials and query, which may be secret} */
    static String shown(String url) {
      try {
        var uri = new URI(url);
        return uri.getHost() == null
            ? "the configured address"
            : uri.getScheme()
                + "://"
                + uri.getHost()
                + (uri.getPort() < 0 ? "" : ":" + uri.getPort())
                + uri.getRawPath();
      } catch (URISyntaxException _) {
        return "the configured address";
      }
    }

    /** {@return whether it is on this machine and needs no proxy} */
    static boolean isLoopback(String url) {
      try {
        var host = new URI(url).getHost();
        return host != null
            && (host.equalsIgnoreCase("localhost")
                || host.startsWith("127.")
                || host.equals("[::1]"));
      } catch (URISyntaxException _) {
        return false;
      }
    }
  }

  /** Reads {@code Retry-After}: seconds, or a date (RFC 9110 §10.2.3). */
  static final class RetryAfter {
    private RetryAfter() {}

    /** {@return the wait from {@code now}; null if the value is invalid} */
    static @Nullable Duration of(String value, Instant now) {
      var text = value.strip();
      try {
        if (text.matches("\\d{1,9}")) {
          return Duration.ofSeconds(Long.parseLong(text));
        }
        var at = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
        return at.isBefore(now) ? Duration.ZERO : Duration.between(now, at);
      } catch (DateTimeException _) {
        return null;
      }
    }
  }
}
