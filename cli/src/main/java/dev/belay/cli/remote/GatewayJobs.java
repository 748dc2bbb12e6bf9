package dev.belay.cli.remote;

import dev.belay.cli.remote.RunningGateway.Answer;
import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sees and steers the jobs of a running gateway.
 *
 * <p>Safe for use by many threads.
 */
public final class GatewayJobs {
  /** The longest that the gateway waits within one request. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

  private static final String JOBS = "/api/jobs";

  /** How many pages are read at most, of 200 jobs each: more than anybody looks through. */
  private static final int MOST_PAGES = 500;

  private final RunningGateway gateway;

  /** Creates a client of the gateway; nothing is sent yet. */
  public GatewayJobs(RunningGateway gateway) {
    this.gateway = gateway;
  }

  /**
   * {@return the answer of {@code GET /api/jobs}, all its pages as one}
   *
   * @param ended whether those that have ended are in it
   * @param tool the tool whose jobs are in it; null for every tool
   * @param principal the same for principals
   */
  public byte[] list(boolean ended, @Nullable String tool, @Nullable String principal)
      throws GatewayTrouble, InterruptedException {
    var all = new ArrayList<byte[]>();
    String next = null;
    for (int page = 0; page == 0 || (next != null && page < MOST_PAGES); page++) {
      var query =
          "?limit=200"
              + (ended ? "" : "&state=open")
              + (tool == null ? "" : "&tool=" + RunningGateway.encoded(tool))
              + (principal == null ? "" : "&principal=" + RunningGateway.encoded(principal))
              + (next == null ? "" : "&before=" + RunningGateway.encoded(next));
      var request = gateway.to(JOBS + query).header("Accept", "application/json");
      var body = JsonFields.of(gateway.good(gateway.ask(request, gateway.withToken())));
      var items = body.items("jobs");
      if (items == null) {
        throw new GatewayTrouble("the list of jobs cannot be read; is that a belay serve?");
      }
      all.addAll(items);
      next = body.find("next");
    }
    return JsonObject.empty()
        .set("jobs", JsonArray.of(all))
        .set("next", "null".getBytes(StandardCharsets.US_ASCII))
        .json();
  }

  /** {@return the answer of {@code GET /api/jobs/estimates}} */
  public byte[] estimates() throws GatewayTrouble, InterruptedException {
    var request = gateway.to(JOBS + "/estimates").header("Accept", "application/json");
    return gateway.good(gateway.ask(request, gateway.withToken()));
  }

  /**
   * {@return the ids that a word means: all whose digits begin with it; the word alone where that
   * is a whole id}
   */
  public List<String> meant(String word) throws GatewayTrouble, InterruptedException {
    return word.contains("-")
        ? List.of(word)
        : JobRow.list(list(/* ended= */ true, null, null)).stream()
            .map(JobRow::id)
            .filter(id -> RemoteCall.isMeant(id, word))
            .toList();
  }

  /**
   * {@return the answer of {@code GET /api/jobs/ID}; null if there is no such job}
   *
   * @param wait how long to wait for its end; the gateway waits for a minute at most
   */
  public byte @Nullable [] find(String id, Duration wait)
      throws GatewayTrouble, InterruptedException {
    long seconds = Math.min(LONGEST_WAIT.toSeconds(), Math.ceilDiv(wait.toMillis(), 1000L));
    return seconds == 0
        ? known(gateway.to(path(id)))
        : known(gateway.toWhatTakesLong(path(id) + "?wait=" + seconds));
  }

  /** {@return the result of a job that has ended; null if there is no such job} */
  public byte @Nullable [] result(String id) throws GatewayTrouble, InterruptedException {
    return known(gateway.to(path(id) + "/result"));
  }

  /** {@return the job, once it is cancelled; null if there is no such job} */
  public byte @Nullable [] cancel(String id, String reason)
      throws GatewayTrouble, InterruptedException {
    var body = JsonObject.empty();
    if (!reason.isEmpty()) {
      body.setText("reason", reason);
    }
    return known(
        gateway
            .to(path(id) + "/cancel")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(body.json())));
  }

  private static String path(String id) {
    return JOBS + "/" + RunningGateway.encoded(id);
  }

  private byte @Nullable [] known(HttpRequest.Builder request)
      throws GatewayTrouble, InterruptedException {
    Answer answer = gateway.ask(request.header("Accept", "application/json"), gateway.withToken());
    return answer.status() == 404 ? null : gateway.good(answer);
  }
}
