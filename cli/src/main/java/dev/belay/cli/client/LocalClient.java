package dev.belay.cli.client;

import dev.belay.cli.server.GovernedServer;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.era.Revision;
import dev.belay.mcp.stdio.StdioBounds;
import dev.belay.mcp.stdio.StdioConnection;
import dev.belay.mcp.stdio.StdioEnd;
import dev.belay.mcp.stdio.StdioHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An MCP client of a governed server in the same process. It uses the same wire protocol as any
 * other client, so that there is only one way to make a call (S0-23).
 *
 * <p>It declares no capabilities, so requests of the server are refused. Safe for use by many
 * threads.
 */
public final class LocalClient {
  private static final int PIPE = 64 * 1024;

  /** Room for what Belay may add to a server's longest line: a notice, ids, a token. */
  private static final int ROOM_FOR_NOTES = 64 * 1024;

  /** How many jobs may end before anybody asks: a command has few. */
  private static final int MOST_JOBS = 64;

  private final String version;
  private final StdioConnection connection;
  private final Consumer<Envelope> onProgress;
  private final Map<RequestId, CompletableFuture<Envelope>> open = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong(1);

  /** The ends of jobs, by job; one may be told before anybody asks for it. */
  private final Map<String, CompletableFuture<Envelope>> jobs = new ConcurrentHashMap<>();

  private volatile boolean ended;

  private LocalClient(
      MemoryPipe requests,
      MemoryPipe answers,
      String version,
      int maxLineBytes,
      Consumer<Envelope> onProgress) {
    this.version = version;
    this.onProgress = onProgress;
    var bounds = StdioBounds.DEFAULT.withLine(maxLineBytes + ROOM_FOR_NOTES);
    connection = new StdioConnection("local", answers.in(), requests.out(), bounds, new Inbox());
  }

  /**
   * Becomes the client of {@code server}.
   *
   * @param version the version of Belay, reported to the server
   * @param onProgress receives each progress notification; called by a reader, so it must not block
   */
  public static LocalClient of(
      GovernedServer server, String version, int maxLineBytes, Consumer<Envelope> onProgress) {
    var requests = new MemoryPipe(PIPE);
    var answers = new MemoryPipe(PIPE);
    var client = new LocalClient(requests, answers, version, maxLineBytes, onProgress);
    client.connection.start();
    var _ = server.connect(requests.in(), answers.out());
    return client;
  }

  /** Sends {@code initialize}; {@link #opened} is to follow its answer. */
  public CompletableFuture<Envelope> open() {
    return ask(
        "initialize",
        "{\"protocolVersion\":\""
            + Revision.LATEST_LEGACY.wire()
            + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"belay\",\"version\":"
            + JsonString.quote(version)
            + "}}");
  }

  /** Sends the notification that the answer to {@code initialize} is accepted. */
  public void opened() {
    connection.send(Messages.notification("notifications/initialized", null));
  }

  /**
   * Sends a request, whose answer may be an error. If the session ends first, the future completes
   * exceptionally with {@link RequestFailed}.
   */
  public CompletableFuture<Envelope> ask(String method, String params) {
    var id = RequestId.of(ids.getAndIncrement());
    var answer = new CompletableFuture<Envelope>();
    open.put(id, answer);
    var request = Messages.request(id, method, params.getBytes(StandardCharsets.UTF_8));
    // Races with the reader in end(), which sets ended and then fails every listed request.
    // This thread lists the request and then reads ended, so at least one of them fails it.
    if (!connection.send(request) || ended) {
      fail(answer, "The session with the server is over.");
    }
    return answer;
  }

  private static void fail(CompletableFuture<Envelope> answer, String why) {
    answer.completeExceptionally(new RequestFailed(why));
  }

  /**
   * {@return the notification that ends a job (S2-9), once it comes; if the session ends first, the
   * future completes exceptionally with {@link RequestFailed}}
   */
  CompletableFuture<Envelope> end(JobId job) {
    var end = jobs.computeIfAbsent(job.id(), _ -> new CompletableFuture<>());
    if (ended) {
      fail(end, "The session with the server is over.");
    }
    return end;
  }

  /**
   * The job that a notification is about (S2-8, S2-10).
   *
   * @param id the id, as its server chose it
   */
  public record JobId(String id) {
    /** {@return the job that {@code notification} names; null if it names none} */
    public static @Nullable JobId of(Envelope notification) {
      var raw = notification.raw(Member.PARAMS);
      var params = raw == null ? null : JsonObject.of(raw);
      var id = params == null ? null : params.text("job_id");
      return id == null ? null : new JobId(id);
    }
  }

  /** Closes the client's side of the session. */
  public void close() {
    connection.closeOutput();
  }

  private void end(String why) {
    ended = true;
    open.values().forEach(answer -> fail(answer, why));
    jobs.values().forEach(end -> fail(end, why));
  }

  private final class Inbox implements StdioHandler {
    @Override
    public void onMessage(byte[] line) {
      try {
        var message = Envelope.parse(line, Bounds.DEFAULT);
        switch (message.kind()) {
          case REQUEST -> asked(message);
          case NOTIFICATION -> told(message);
          case RESPONSE, ERROR -> answered(message);
        }
      } catch (MalformedEnvelope e) {
        var answer = e.id() == null ? null : open.remove(e.id());
        if (answer != null) {
          fail(answer, "The answer cannot be understood: " + e.getMessage());
        }
      }
    }

    private void asked(Envelope request) {
      var id = request.requireId();
      connection.answer(
          request.method().equals("ping")
              ? Messages.response(id, new byte[] {'{', '}'})
              : Messages.error(
                  id, ErrorCode.METHOD_NOT_FOUND, "belay on a command line answers no questions."));
    }

    private void told(Envelope notification) {
      switch (notification.method()) {
        case "notifications/progress" -> onProgress.accept(notification);
        case "notifications/tool_result" -> {
          var job = JobId.of(notification);
          if (job != null && (jobs.size() < MOST_JOBS || jobs.containsKey(job.id()))) {
            jobs.computeIfAbsent(job.id(), _ -> new CompletableFuture<>()).complete(notification);
          }
        }
        default -> {}
      }
    }

    private void answered(Envelope response) {
      var id = response.id();
      var answer = id == null ? null : open.remove(id);
      if (answer != null) {
        answer.complete(response);
      }
    }

    @Override
    public void onOversized(String start) {
      end("An answer was too long (mcp.max_line_bytes). It began: " + start);
    }

    @Override
    public void onEnd(StdioEnd reason) {
      end("The session with the server is over.");
    }

    @Override
    public void onWriteFailed(IOException cause) {
      end("The session with the server is over: " + cause.getMessage());
    }
  }

  /** Thrown for a request that is answered with an error, or not at all. */
  public static final class RequestFailed extends Exception {
    private static final long serialVersionUID = 1L;

    /** Creates an exception whose message is a sentence that a person can act on. */
    public RequestFailed(String message) {
      super(message);
    }

    /** {@return the message, never null} */
    public String text() {
      return String.valueOf(getMessage());
    }
  }
}
