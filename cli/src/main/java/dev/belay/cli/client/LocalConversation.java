package dev.belay.cli.client;

import dev.belay.cli.client.LocalClient.JobId;
import dev.belay.cli.client.LocalClient.RequestFailed;
import dev.belay.cli.shell.Interrupted;
import dev.belay.config.ServerSettings;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.ListedPage;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.era.ModernMeta;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** A command's requests to its server, one at a time, until a person interrupts. For one thread. */
public final class LocalConversation {
  private static final int MOST_PAGES = 1_000;

  /** How long a job may take to be stopped at the end of a command. */
  private static final Duration FAREWELL = Duration.ofSeconds(2);

  private static final String MODERN_ONLY =
      Integer.toString(ErrorCode.UNSUPPORTED_PROTOCOL_VERSION.code());

  private final LocalClient client;
  private final Time time;
  private final ServerSettings server;
  private final CompletableFuture<?> interrupted;

  /** Members of every request's {@code _meta}; empty in the legacy era. */
  private String meta = "";

  /**
   * Creates a conversation; nothing is sent yet.
   *
   * @param server its startup timeout bounds each answer except that of a call, which has its own
   *     limits; zero for none
   * @param interrupted completes when a person ends the wait
   */
  public LocalConversation(
      LocalClient client, Time time, ServerSettings server, CompletableFuture<?> interrupted) {
    this.client = client;
    this.time = time;
    this.server = server;
    this.interrupted = interrupted;
  }

  /**
   * Opens the session; a server of the modern era has none, and gets its metadata with each
   * request.
   */
  public void open() throws RequestFailed, Interrupted {
    // Unbounded here: the relay limits the start, and its answer tells more than a timeout here
    // could.
    var answer = settled(client.open());
    if (MODERN_ONLY.equals(answer.number(Member.ERROR_CODE))) {
      meta = ModernMeta.MEMBERS;
      return;
    }
    var _ = result("initialize", answer);
    client.opened();
  }

  /** {@return every tool, from all pages} */
  public List<ToolDefinition> tools() throws RequestFailed, Interrupted, InterruptedException {
    var tools = new ArrayList<ToolDefinition>();
    var seen = new HashSet<String>();
    String cursor = null;
    while (seen.add(String.valueOf(cursor)) && seen.size() <= MOST_PAGES) {
      var params = new String(ListedPage.params(cursor, "{" + meta + "}"), StandardCharsets.UTF_8);
      var result = result("tools/list", inTime("tools/list", client.ask("tools/list", params)));
      var page = ListedPage.of(result, "tools");
      if (page == null) {
        throw new RequestFailed("The server's answer to tools/list has no list of tools.");
      }
      page.items().forEach(tool -> tools.add(new ToolDefinition(tool)));
      cursor = page.next();
      if (cursor == null) {
        return tools;
      }
    }
    throw new RequestFailed("The server's pages of tools/list go round in circles.");
  }

  /**
   * Makes one governed call, like any client.
   *
   * @param arguments a JSON object
   * @return the response, a result or an error
   */
  public Envelope call(String tool, String arguments) throws RequestFailed, Interrupted {
    return settled(client.ask("tools/call", params(tool, arguments)));
  }

  private String params(String tool, String arguments) {
    return "{\"name\":"
        + JsonString.quote(tool)
        + ",\"arguments\":"
        + arguments
        + ",\"_meta\":{\"progressToken\":\"call\""
        + (meta.isEmpty() ? "" : "," + meta)
        + "}}";
  }

  /**
   * Waits for the notification that ends a job.
   *
   * @param limit how long; zero for as long as it takes
   * @return null if it has not come in time
   */
  public @Nullable Envelope end(JobId job, Duration limit)
      throws RequestFailed, Interrupted, InterruptedException {
    var end = client.end(job);
    return limit.isZero() || time.await(CompletableFuture.anyOf(end, interrupted), limit)
        ? settled(end)
        : null;
  }

  /** Asks the server to stop a job, and waits a little for that; also after an interrupt. */
  public void stop(JobId job) throws InterruptedException {
    var arguments = "{\"job_id\":" + JsonString.quote(job.id()) + "}";
    time.await(client.ask("tools/call", params("job_cancel", arguments)), FAREWELL);
  }

  private static Envelope result(String method, Envelope response) throws RequestFailed {
    if (response.kind() == Kind.ERROR) {
      var message = response.text(Member.ERROR_MESSAGE);
      throw new RequestFailed(
          message == null ? "The server answered " + method + " with an error." : message);
    }
    return response;
  }

  private Envelope inTime(String method, CompletableFuture<Envelope> answer)
      throws RequestFailed, Interrupted, InterruptedException {
    var limit = server.startupTimeout();
    if (!limit.isZero() && !time.await(CompletableFuture.anyOf(answer, interrupted), limit)) {
      throw new RequestFailed(
          "The server did not answer "
              + method
              + " within "
              + limit.toSeconds()
              + "s (startup_timeout). Raise "
              + server.lever("startup_timeout")
              + " if it needs longer.");
    }
    return settled(answer);
  }

  private Envelope settled(CompletableFuture<Envelope> answer) throws RequestFailed, Interrupted {
    try {
      var _ = CompletableFuture.anyOf(answer, interrupted).join();
      if (!answer.isDone()) {
        throw new Interrupted();
      }
      return answer.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RequestFailed failed
          ? failed
          : new RequestFailed(String.valueOf(e.getCause()));
    }
  }
}
