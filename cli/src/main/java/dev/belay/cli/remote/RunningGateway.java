package dev.belay.cli.remote;

import dev.belay.access.ApiToken;
import dev.belay.config.HttpHost;
import dev.belay.mcp.envelope.Controls;
import dev.belay.mcp.envelope.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * A running {@code belay serve}, queried over HTTP with its owner's token.
 *
 * <p>Safe for use by many threads.
 */
public final class RunningGateway implements AutoCloseable {
  /** The variable that may hold a token other than the one in the owner's file. */
  public static final String TOKEN = "BELAY_TOKEN";

  /** More than a gateway waits for a stop before it answers a cancel. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final ListenTable LISTENERS = new ListenTable(Path.of("/proc"));

  private final URI base;
  private final Map<String, String> environment;

  /** Whether the token may be sent to the address. */
  private final boolean isTrusted;

  private final ListenTable listeners;

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(PATIENCE)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  /**
   * Creates a client without sending anything yet.
   *
   * @param base the address given by a person, such as {@code http://127.0.0.1:3002}
   */
  public RunningGateway(URI base, Map<String, String> environment) {
    this(base, environment, true, LISTENERS);
  }

  RunningGateway(
      URI base, Map<String, String> environment, boolean isTrusted, ListenTable listeners) {
    this.base = base;
    this.environment = Map.copyOf(environment);
    this.isTrusted = isTrusted;
    this.listeners = listeners;
  }

  /**
   * {@return a client for an address from a configuration file, without sending anything yet}
   *
   * @param base the configured address. The file may come from another person, so the token is sent
   *     to this machine only
   */
  public static RunningGateway configured(URI base, Map<String, String> environment) {
    return new RunningGateway(base, environment, ThisMachine.has(base), LISTENERS);
  }

  /** An answer: its status and body. */
  @SuppressWarnings("ArrayRecordComponent") // Answers are read, never compared.
  public record Answer(int status, byte[] body) {}

  /** {@return the answer of {@code GET /api/calls}: the calls that have not ended, oldest first} */
  public byte[] calls() throws GatewayTrouble, InterruptedException {
    return good(ask(to("/api/calls").header("Accept", "application/json"), withToken()));
  }

  /**
   * {@return the result of cancelling the call; null if there is no such call}
   *
   * @param wish names of members of the body that are true
   */
  public @Nullable CancelAnswer cancel(String id, String reason, String... wish)
      throws GatewayTrouble, InterruptedException {
    var object = JsonObject.empty();
    if (!reason.isEmpty()) {
      object.setText("reason", reason);
    }
    for (var member : wish) {
      object.set(member, "true".getBytes(StandardCharsets.US_ASCII));
    }
    var body = object.json();
    var request =
        to("/api/calls/" + encoded(id) + "/cancel")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(body));
    var answer = ask(request, withToken());
    if (answer.status() == 404) {
      return null;
    }
    return CancelAnswer.of(JsonFields.of(good(answer)));
  }

  /** {@return an id as part of a path} */
  static String encoded(String id) {
    return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20").replace(".", "%2E");
  }

  /** {@return the answer of {@code GET /health}; its status is 503 if the gateway is not ready} */
  public Answer health() throws GatewayTrouble, InterruptedException {
    // Without a token, another machine's gateway answers with its status alone, which is enough.
    var answer = ask(to("/health"), isTrusted ? withToken() : null);
    if (answer.status() != 503) {
      var _ = good(answer);
    }
    return answer;
  }

  /** {@return a link to its console that signs the owner in, once and within a minute} */
  public String consoleLink() throws GatewayTrouble, InterruptedException {
    var answer = ask(to("/api/session/link").POST(BodyPublishers.noBody()), withToken());
    if (answer.status() == 404) {
      throw new GatewayTrouble("the gateway at " + base + " has no console: it is an older Belay");
    }
    var code = JsonFields.of(good(answer)).text("code");
    return base.resolve("/") + "#k=" + code;
  }

  /** {@return the address of the gateway} */
  public String address() {
    return base.toString();
  }

  /** {@return a request with a timeout, for prompt answers} */
  HttpRequest.Builder to(String path) {
    return toWhatTakesLong(path).timeout(PATIENCE);
  }

  /** {@return a request without a timeout} */
  HttpRequest.Builder toWhatTakesLong(String path) {
    return HttpRequest.newBuilder(base.resolve(path));
  }

  @Nullable String withToken() throws GatewayTrouble {
    if (!isTrusted) {
      throw new GatewayTrouble(
          "the configuration says that it listens at "
              + base
              + ", which is not this machine. If your token may go there, say so: --url "
              + base);
    }
    var given = environment.get(TOKEN);
    if (given != null && !given.isBlank()) {
      return given.strip();
    }
    try {
      var own = ApiToken.read(place());
      if (own == null) {
        return null;
      }
      requireNoForeignListener();
      return own.text();
    } catch (IOException e) {
      throw new GatewayTrouble(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Requires that no other user listens at the address: the owner's gateway runs as the owner, so
   * another user must not get the token.
   */
  private void requireNoForeignListener() throws GatewayTrouble {
    var user = ThisMachine.has(base) ? listeners.foreignUser(base) : null;
    if (user != null) {
      throw new GatewayTrouble(
          "what listens at "
              + base
              + " runs as another user (uid "
              + Integer.toUnsignedString(user)
              + "), so your token is not sent there. Say where your own gateway is: --url URL;"
              + " if you mean that one, give a token it knows in "
              + TOKEN);
    }
  }

  Answer ask(HttpRequest.Builder request, @Nullable String token)
      throws GatewayTrouble, InterruptedException {
    var answer = response(request, token);
    return new Answer(answer.statusCode(), answer.body());
  }

  HttpResponse<byte[]> response(HttpRequest.Builder request, @Nullable String token)
      throws GatewayTrouble, InterruptedException {
    return sent(request, token, BodyHandlers.ofByteArray());
  }

  /** {@return the head of an answer; its body is a stream that the caller must close} */
  HttpResponse<InputStream> open(HttpRequest.Builder request)
      throws GatewayTrouble, InterruptedException {
    return sent(
        request.header("Accept", "text/event-stream"), withToken(), BodyHandlers.ofInputStream());
  }

  private <T> HttpResponse<T> sent(
      HttpRequest.Builder request, @Nullable String token, BodyHandler<T> body)
      throws GatewayTrouble, InterruptedException {
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    try {
      return client.send(request.build(), body);
    } catch (ConnectException _) {
      throw new GatewayTrouble(
          "nothing listens at " + base + ". Start it with: belay serve, or say where: --url URL",
          GatewayTrouble.Kind.NOBODY_THERE);
    } catch (HttpTimeoutException _) {
      throw new GatewayTrouble(
          base + " did not answer within " + PATIENCE.toSeconds() + " s",
          GatewayTrouble.Kind.ANSWER_LOST);
    } catch (SSLException e) {
      throw new GatewayTrouble(
          base + " cannot be reached by TLS; is it http:// there? " + e.getMessage(),
          GatewayTrouble.Kind.NOBODY_THERE);
    } catch (IOException e) {
      throw new GatewayTrouble(
          base + " gave no whole answer: " + e.getMessage(), GatewayTrouble.Kind.ANSWER_LOST);
    }
  }

  /**
   * {@return the body of a successful answer}
   *
   * @throws GatewayTrouble for any other answer; the message says what is wrong
   */
  byte[] good(Answer answer) throws GatewayTrouble {
    return switch (answer.status()) {
      case 200 -> answer.body();
      case 401 -> throw refused();
      case 403, 409 -> throw told(answer);
      case 404 -> throw new GatewayTrouble(base + " is no belay serve, or an old one (404)");
      default ->
          throw new GatewayTrouble(
              base
                  + " answered with "
                  + answer.status()
                  + ": "
                  + Controls.line(new String(answer.body(), StandardCharsets.UTF_8)));
    };
  }

  /** {@return what the gateway says against a request that it has understood} */
  private GatewayTrouble told(Answer answer) throws GatewayTrouble {
    var error = JsonFields.of(answer.body()).find("error");
    if (error == null && answer.status() == 403) {
      return refused();
    }
    return new GatewayTrouble(
        error == null ? base + " answered with " + answer.status() : Controls.line(error),
        answer.status() == 403 ? GatewayTrouble.Kind.FORBIDDEN : GatewayTrouble.Kind.USUAL);
  }

  private GatewayTrouble refused() throws GatewayTrouble {
    if (withToken() != null) {
      return new GatewayTrouble(
          base
              + " does not know this token. It is made by the belay serve of the same user;"
              + " give another in "
              + TOKEN);
    }
    return new GatewayTrouble(
        base
            + " wants a token, and there is none: "
            + TOKEN
            + " is not set, and there is no file "
            + place()
            + ", which the belay serve of the same user makes");
  }

  private Path place() throws GatewayTrouble {
    try {
      return ApiToken.place(environment);
    } catch (IOException e) {
      throw new GatewayTrouble(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }

  /** Recognizes addresses of this machine. */
  static final class ThisMachine {
    private ThisMachine() {}

    /** {@return whether the address is on this machine; no name is looked up} */
    static boolean has(URI address) {
      var host = String.valueOf(address.getHost()).replaceAll("^\\[|]$", "");
      return HttpHost.isLoopback(host) || isOwn(host);
    }

    private static boolean isOwn(String host) {
      try {
        return NetworkInterface.getByInetAddress(InetAddress.ofLiteral(host)) != null;
      } catch (IllegalArgumentException | SocketException _) {
        return false;
      }
    }
  }

  /**
   * The result of a cancel as reported by a gateway.
   *
   * @param ended whether the cancel ended the call
   * @param stopped how far its work was stopped; null if the gateway does not know
   * @param killed the processes that were ended
   * @param leftBehind the processes that live on
   */
  public record CancelAnswer(
      boolean ended,
      @Nullable String stopped,
      List<RunningProcess> killed,
      List<RunningProcess> leftBehind) {
    static CancelAnswer of(JsonFields answer) {
      return new CancelAnswer(
          answer.is("cancelled"),
          answer.find("stopped"),
          RunningProcess.list(answer, "killed"),
          RunningProcess.list(answer, "left_behind"));
    }

    /** {@return the result in lines, for people; the first lacks its subject, the call} */
    public List<String> lines(String id) {
      var lines = new ArrayList<String>();
      lines.add(ended ? "cancelled: " + became() : "had ended already");
      if (!killed.isEmpty()) {
        lines.add("  ended: " + RunningProcess.text(killed));
      }
      if (!leftBehind.isEmpty()) {
        lines.add(
            "  left behind, as a call that completed may want it: "
                + RunningProcess.text(leftBehind)
                + "; to end it: belay cancel --processes "
                + id);
      }
      return lines;
    }

    private String became() {
      return switch (stopped == null ? "" : stopped) {
        case "not started" -> "it had not begun";
        case "interrupted" -> "it has ended";
        case "told" -> "its server was told, and lives";
        case "answered" -> "its server answered all the same; the answer is dropped";
        case "killed" -> "its processes are gone";
        case "retiring" ->
            "its server goes on with it and is being replaced; other calls go on there";
        case "abandoned" -> "its work cannot be stopped, and its result is dropped";
        default -> "its work is still being stopped";
      };
    }
  }
}
