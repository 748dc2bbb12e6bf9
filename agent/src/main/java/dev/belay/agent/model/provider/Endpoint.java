package dev.belay.agent.model.provider;

import dev.belay.agent.model.ModelException;
import dev.belay.agent.model.provider.Incoming.SilenceException;
import dev.belay.config.ModelSettings;
import dev.belay.core.time.Time;
import dev.belay.gateway.turn.OfferedTool;
import dev.belay.mcp.client.Exchange;
import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The address of one model and its limits: the connect limit here, the idle limit in each {@link
 * Sent}. Only this class adds the key to requests.
 *
 * <p>Uses HTTP/1.1 only, so that stopping a request closes its connection. Thread-safe.
 */
final class Endpoint implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration FOREVER = Duration.ofDays(36_500);

  /** Headers of LangChain4j that are replaced here, in lower case. */
  private static final Set<String> OURS = Set.of("authorization", "x-api-key", "user-agent");

  private final ModelSettings settings;
  private final Api api;
  private final Time time;
  private final String baseUrl;

  /** The query of every request, for example Azure's API version. */
  private final String query;

  private final Troubles troubles;
  private final HttpClient client;

  Endpoint(ModelSettings settings, Api api, Time time) {
    this.settings = settings;
    this.api = api;
    this.time = time;
    var address = settings.baseUrl() == null ? api.home() : settings.baseUrl();
    troubles = new Troubles(settings, api, Address.shown(address));
    int question = address.indexOf('?');
    baseUrl = question < 0 ? address : address.substring(0, question);
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

  Api api() {
    return api;
  }

  /** {@return the base URL without query} */
  String baseUrl() {
    return baseUrl;
  }

  Troubles troubles() {
    return troubles;
  }

  /** Sends LangChain4j's request with the key and the schemas of the tools. */
  Sent send(dev.langchain4j.http.client.HttpRequest request, List<OfferedTool> tools)
      throws ModelException {
    var body = Schemas.put(api, tools, request.body().getBytes(StandardCharsets.UTF_8));
    var whole = request(request).POST(BodyPublishers.ofByteArray(body)).build();
    var idle = settings.idleTimeout();
    return new Sent(client, whole, time, idle.isZero() ? FOREVER : idle);
  }

  private HttpRequest.Builder request(dev.langchain4j.http.client.HttpRequest request)
      throws ModelException {
    HttpRequest.Builder builder;
    try {
      builder = HttpRequest.newBuilder(URI.create(request.url() + query));
    } catch (IllegalArgumentException _) {
      throw troubles.unsendable("models." + settings.name() + ".base_url is no address of HTTP");
    }
    request
        .headers()
        .forEach((name, values) -> {
          if (!OURS.contains(name.toLowerCase(Locale.ROOT))) {
            values.forEach(value -> builder.header(name, value));
          }
        });
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
    return builder;
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

  /**
   * Inserts the schemas of tools into a request, byte for byte.
   *
   * <p>LangChain4j can express only properties and required names at the top of a schema; real ones
   * have more ({@code $defs}, {@code oneOf}, {@code additionalProperties}).
   */
  static final class Schemas {
    private Schemas() {}

    /** {@return the body with schemas, if it offers exactly these tools in this order} */
    static byte[] put(Api api, List<OfferedTool> tools, byte[] body) {
      var root = JsonObject.of(body);
      var raw = root == null || tools.isEmpty() ? null : root.raw("tools");
      var offered = raw == null ? null : JsonArray.items(raw);
      if (root == null || offered == null || offered.size() != tools.size()) {
        return body;
      }
      var put = new ArrayList<byte[]>();
      for (int i = 0; i < tools.size(); i++) {
        var tool = JsonObject.of(offered.get(i));
        if (tool == null) {
          return body;
        }
        api.putSchema(tool, tools.get(i).inputSchema().getBytes(StandardCharsets.UTF_8));
        put.add(tool.json());
      }
      return root.set("tools", JsonArray.of(put)).json();
    }
  }

  /**
   * A sent request and its response, with an idle limit. Any thread may close it at any time, also
   * before the response head and in the middle of the body.
   */
  static final class Sent implements AutoCloseable {
    private final Time time;
    private final Duration patience;
    private final Exchange<Incoming> exchange;

    /** Sends it. */
    Sent(HttpClient client, HttpRequest request, Time time, Duration patience) {
      this.time = time;
      this.patience = patience;
      exchange = new Exchange<>(client, request, empty -> new Incoming(time, patience, empty));
    }

    /**
     * Waits for the response head.
     *
     * @throws SilenceException if it does not arrive within the idle limit
     */
    HttpResponse<Incoming> head() throws IOException, InterruptedException {
      if (!time.await(exchange.begun(), patience)) {
        throw new SilenceException();
      }
      return exchange.head();
    }

    @Override
    public void close() {
      exchange.close();
    }
  }
}
