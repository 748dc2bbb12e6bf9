package dev.belay.cli.remote;

import dev.belay.cli.remote.CallRow.Seconds;
import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code GET /health} says, for people.
 *
 * @param isReady whether it can serve
 * @param requests that were answered since its start
 * @param summary lines about the whole
 * @param upstreams rows, one for each server, below {@link #HEADING}
 */
public record HealthPage(
    boolean isReady, long requests, List<String> summary, List<List<String>> upstreams) {
  /** The names of the columns of {@link #upstreams}. */
  public static final List<String> HEADING =
      List.of(
          "UPSTREAM",
          "STATE",
          "ERA",
          "RESTARTS",
          "IN FLIGHT",
          "RETIRING",
          "ABANDONED",
          "BREAKER",
          "");

  /** {@return the page of that answer} */
  public static HealthPage of(RunningGateway.Answer answer) throws GatewayTrouble {
    var body = RunningCall.parsed(answer.body());
    if (body == null || body.text("status") == null) {
      throw new GatewayTrouble("the answer of /health cannot be read; is that a belay serve?");
    }
    boolean isReady = answer.status() == 200;
    if (!body.has("upstreams")) {
      var word = "belay: " + body.text("status") + "; it tells no more without a token";
      return new HealthPage(isReady, 0, List.of(word), List.of());
    }
    var requests = RunningCall.number(body.object("observability"), "total_requests");
    return new HealthPage(
        isReady, requests == null ? 0 : requests.longValue(), summary(body), upstreams(body));
  }

  private static List<String> summary(JsonObject body) {
    var calls = body.object("calls");
    var sessions = body.object("sessions");
    var traffic = body.object("observability");
    var lines = new ArrayList<String>();
    lines.add(
        "belay %s: %s, up %s"
            .formatted(
                body.text("version"),
                body.text("status"),
                Seconds.text(RunningCall.number(body, "uptime_s"))));
    lines.add(
        "calls: %s running, %s waiting, %s abandoned · sessions: %s · zombies: %s"
            .formatted(
                count(calls, "running"),
                count(calls, "waiting"),
                count(calls, "abandoned"),
                count(sessions, "open"),
                count(body, "zombies")));
    lines.add(
        "requests: %s, errors: %s, in flight: %s (most %s)"
            .formatted(
                count(traffic, "total_requests"),
                count(traffic, "total_errors"),
                count(traffic, "in_flight"),
                count(traffic, "max_in_flight")));
    lines.addAll(workers(body.object("workers")));
    lines.addAll(processes(body));
    listed(body).forEach(upstream -> lines.addAll(stops(upstream)));
    lines.addAll(heldBack(body));
    return lines;
  }

  /** One line, where calls wait for a worker, or have taken one along. */
  private static List<String> workers(@Nullable JsonObject workers) {
    var abandoned = RunningCall.number(workers, "abandoned");
    boolean isLost = isSome(abandoned);
    boolean isShort = isSome(RunningCall.number(workers, "waiting"));
    if (!isLost && !isShort) {
      return List.of();
    }
    var line =
        new StringBuilder("workers: ")
            .append(count(workers, "busy"))
            .append(" of ")
            .append(count(workers, "size"))
            .append(" busy, ")
            .append(count(workers, "waiting"))
            .append(" waiting, ")
            .append(count(workers, "abandoned"))
            .append(" abandoned");
    if (isLost) {
      line.append("; belay ps shows where those are");
    }
    var size = RunningCall.number(workers, "size");
    boolean isAtBound = abandoned != null && size != null && abandoned >= size;
    if (isAtBound) {
      line.append("; no more are replaced: start belay again");
    }
    if (isShort || isAtBound) {
      line.append("; raise mcp.workers");
    }
    return List.of(line.toString());
  }

  /**
   * What a server's stops have left: processes on their way out, and how stops can be made to hold.
   */
  private static List<String> stops(JsonObject upstream) {
    var name = orDash(upstream.text("name"));
    var lines = new ArrayList<String>();
    for (var process : items(upstream, "retiring")) {
      var pid = RunningCall.number(process, "pid");
      lines.add(
          "retiring: %s of %s, calls left: %s; %s"
              .formatted(
                  isSome(pid) ? "process " + count(process, "pid") : "a session",
                  name,
                  count(process, "calls"),
                  orDash(process.text("why"))));
    }
    if (isSome(RunningCall.number(upstream, "ignored_stops"))) {
      var advice = upstream.text("advice");
      lines.add(
          "ignored stops: "
              + name
              + " "
              + count(upstream, "ignored_stops")
              + (advice == null ? "" : "; " + CallRow.line(advice)));
    }
    return lines;
  }

  private static List<String> processes(JsonObject body) {
    var processes = body.object("processes");
    var lines = new ArrayList<String>();
    var means = processes == null ? null : processes.text("means");
    if (means != null && !means.isEmpty()) {
      lines.add("processes are held by: " + CallRow.line(means));
    }
    for (var left : RunningProcess.list(processes, "left_behind")) {
      lines.add("left behind: " + left.line());
    }
    return lines;
  }

  /** One line, where there are tools for a person to look at. */
  private static List<String> heldBack(JsonObject body) {
    var servers = new ArrayList<String>();
    for (var upstream : listed(body)) {
      var waiting = RunningCall.number(upstream, "tools_waiting");
      var refused = RunningCall.number(upstream, "tools_refused");
      var name = orDash(upstream.text("name"));
      if (isSome(waiting)) {
        servers.add(name + " " + count(upstream, "tools_waiting") + " waiting");
      }
      if (isSome(refused)) {
        servers.add(name + " " + count(upstream, "tools_refused") + " refused");
      }
    }
    return servers.isEmpty()
        ? List.of()
        : List.of("changed tools: " + String.join(", ", servers) + "; belay tools accept --list");
  }

  private static boolean isSome(@Nullable Number count) {
    return count != null && count.longValue() > 0;
  }

  private static List<List<String>> upstreams(JsonObject body) {
    return listed(body).stream().map(HealthPage::row).toList();
  }

  private static List<JsonObject> listed(JsonObject body) {
    return items(body, "upstreams");
  }

  private static List<JsonObject> items(JsonObject object, String name) {
    var listed = object.raw(name);
    var items = listed == null ? null : JsonArray.items(listed);
    var objects = new ArrayList<JsonObject>();
    for (var item : items == null ? List.<byte[]>of() : items) {
      var one = JsonObject.of(item);
      if (one != null) {
        objects.add(one);
      }
    }
    return objects;
  }

  private static List<String> row(JsonObject upstream) {
    var breaker = upstream.object("breaker");
    return List.of(
        orDash(upstream.text("name")),
        orDash(upstream.text("state")),
        orDash(upstream.text("era")),
        count(upstream, "restarts"),
        count(upstream, "in_flight"),
        retiring(upstream),
        count(upstream, "abandoned"),
        orDash(breaker == null ? null : breaker.text("state")),
        CallRow.line(String.valueOf(upstream.has("detail") ? upstream.text("detail") : "")));
  }

  private static String retiring(JsonObject upstream) {
    var listed = upstream.raw("retiring");
    var items = listed == null ? null : JsonArray.items(listed);
    return items == null ? "-" : Integer.toString(items.size());
  }

  private static String orDash(@Nullable String text) {
    return text == null ? "-" : CallRow.line(text);
  }

  private static String count(@Nullable JsonObject object, String name) {
    var number = RunningCall.number(object, name);
    return number == null ? "-" : Long.toString(number.longValue());
  }
}
