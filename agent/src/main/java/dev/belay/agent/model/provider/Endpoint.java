package dev.belay.agent.model.provider;

import dev.belay.agent.model.ModelException;
import dev.belay.config.ModelSettings;
import dev.belay.core.time.Time;
import dev.belay.gateway.turn.OfferedTool;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Where one model is asked, and the one place of its limits: for connections here, for silence in
 * each {@link Sent}. The key goes into requests here, and nowhere else.
 *
 * <p>HTTP/1.1 alone: a request that is stopped is then a connection that is closed. Safe for use by
 * many threads.
 */
final class Endpoint implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration FOREVER = Duration.ofDays(36_500);

  /** What LangChain4j says and is said anew here, in lower case. */
  private static final Set<String> OURS = Set.of("authorization", "x-api-key", "user-agent");

  private final ModelSettings settings;
  private final Api api;
  private final Time time;
  private final String baseUrl;

  /** What every address ends with: Azure, for one, wants its version there. */
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

  /** {@return where it is asked, without the query} */
  String baseUrl() {
    return baseUrl;
  }

  Troubles troubles() {
    return troubles;
  }

  /** Sends what LangChain4j wants sent, with the key, and with the schemas of these tools. */
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
        // Its message would have the key in it.
        throw troubles.unsendable(
            "models." + settings.name() + ".api_key has characters that no header can carry");
      }
    }
    return builder;
  }

  /** {@return what a response means that is no success} */
  ModelException refused(HttpResponse<?> head, byte[] body) {
    var after =
        head.headers()
            .firstValue("Retry-After")
            .map(value -> RetryAfter.of(value, time.wall()))
            .orElse(null);
    return troubles.status(head.statusCode(), body, after);
  }

  /** Ends it without waiting: what is under way breaks, and its threads end soon. */
  void end() {
    client.shutdownNow();
  }

  /** Ends it: what is under way breaks, and its threads have ended. */
  @Override
  public void close() {
    end();
    client.close();
  }
}
