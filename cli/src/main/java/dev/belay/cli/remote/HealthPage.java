package dev.belay.cli.remote;

import dev.belay.cli.remote.CallRow.ColumnTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The answer of {@code GET /health}, formatted for people.
 *
 * @param isReady whether the gateway can serve
 * @param requests number of requests answered since its start
 * @param summary lines about the gateway as a whole
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

  /** The name and the state are always shown. */
  private static final int ALWAYS = 2;

  /** What tells nothing; a closed breaker is how it should be. */
  private static final Set<String> NOTHING = Set.of("", "-", "0", "closed");

  /** {@return a line for each server that is down, and why} */
  public List<String> down() {
    return upstreams.stream()
        .filter(row -> row.get(1).equals("down"))
        .map(row ->
            row.getFirst() + " is down" + (row.getLast().isEmpty() ? "" : ": " + row.getLast()))
        .toList();
  }

  /** {@return the heading and some of the rows, without columns in which no row has anything} */
  public static List<List<String>> table(List<List<String>> upstreams) {
    var columns =
        IntStream.range(0, HEADING.size())
            .filter(at ->
                at < ALWAYS || upstreams.stream().anyMatch(row -> !NOTHING.contains(row.get(at))))
            .boxed()
            .toList();
    var rows = new ArrayList<List<String>>();
    rows.add(columns.stream().map(HEADING::get).toList());
    upstreams.forEach(row -> rows.add(columns.stream().map(row::get).toList()));
    return rows;
  }

  /** {@return the page for the answer} */
  public static HealthPage of(RunningGateway.Answer answer) throws GatewayTrouble {
    var body = JsonFields.of(answer.body());
    if (body.find("status") == null) {
      throw new GatewayTrouble("the answer of /health cannot be read; is that a belay serve?");
    }
    boolean isReady = answer.status() == 200;
    if (!body.has("upstreams")) {
      var word = "belay: " + body.text("status") + "; it tells no more without a token";
      return new HealthPage(isReady, 0, List.of(word), List.of());
    }
    var requests = body.in("observability").count("total_requests");
    return new HealthPage(isReady, requests, summary(body), upstreams(body));
  }

  private static List<String> summary(JsonFields body) {
    var calls = body.in("calls");
    var sessions = body.in("sessions");
    var traffic = body.in("observability");
    var lines = new ArrayList<String>();
    lines.add(
        "belay %s: %s, up %s"
            .formatted(
                body.text("version"),
                body.text("status"),
                ColumnTime.text(body.number("uptime_s"))));
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
    lines.addAll(workers(body.in("workers")));
    lines.addAll(processes(body));
    body.list("upstreams").forEach(upstream -> lines.addAll(stops(upstream)));
    lines.addAll(heldBack(body));
    return lines;
  }

  /** One line, if calls wait for a worker or abandoned ones hold some; else none. */
  private static List<String> workers(JsonFields workers) {
    boolean isLost = workers.count("abandoned") > 0;
    boolean isShort = workers.count("waiting") > 0;
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
    boolean isAtBound =
        isLost && workers.has("size") && workers.count("abandoned") >= workers.count("size");
    if (isAtBound) {
      line.append("; no more are replaced: start belay again");
    }
    if (isShort || isAtBound) {
      line.append("; raise mcp.workers");
    }
    return List.of(line.toString());
  }

  /** Effects of a server's stops: retiring processes, and advice on stops that were ignored. */
  private static List<String> stops(JsonFields upstream) {
    var name = orDash(upstream, "name");
    var lines = new ArrayList<String>();
    for (var process : upstream.list("retiring")) {
      lines.add(
          "retiring: %s of %s, calls left: %s; %s"
              .formatted(
                  process.count("pid") > 0 ? "process " + count(process, "pid") : "a session",
                  name,
                  count(process, "calls"),
                  orDash(process, "why")));
    }
    if (upstream.count("ignored_stops") > 0) {
      var advice = upstream.find("advice");
      lines.add(
          "ignored stops: "
              + name
              + " "
              + count(upstream, "ignored_stops")
              + (advice == null ? "" : "; " + CallRow.line(advice)));
    }
    return lines;
  }

  private static List<String> processes(JsonFields body) {
    var processes = body.in("processes");
    var lines = new ArrayList<String>();
    var means = processes.line("means");
    if (!means.isEmpty()) {
      lines.add("processes are held by: " + means);
    }
    for (var left : RunningProcess.list(processes, "left_behind")) {
      lines.add("left behind: " + left.line());
    }
    return lines;
  }

  /** One line, if changed tools wait for a person's review; else none. */
  private static List<String> heldBack(JsonFields body) {
    var servers = new ArrayList<String>();
    for (var upstream : body.list("upstreams")) {
      var name = orDash(upstream, "name");
      if (upstream.count("tools_waiting") > 0) {
        servers.add(name + " " + count(upstream, "tools_waiting") + " waiting");
      }
      if (upstream.count("tools_refused") > 0) {
        servers.add(name + " " + count(upstream, "tools_refused") + " refused");
      }
    }
    return servers.isEmpty()
        ? List.of()
        : List.of("changed tools: " + String.join(", ", servers) + "; belay tools accept --list");
  }

  private static List<List<String>> upstreams(JsonFields body) {
    return body.list("upstreams").stream().map(HealthPage::row).toList();
  }

  private static List<String> row(JsonFields upstream) {
    var retiring = upstream.items("retiring");
    return List.of(
        orDash(upstream, "name"),
        orDash(upstream, "state"),
        orDash(upstream, "era"),
        count(upstream, "restarts"),
        count(upstream, "in_flight"),
        retiring == null ? "-" : Integer.toString(retiring.size()),
        count(upstream, "abandoned"),
        orDash(upstream.in("breaker"), "state"),
        note(upstream));
  }

  /** {@return why it is down, or takes no new calls} */
  private static String note(JsonFields upstream) {
    var by = upstream.line("drained_by");
    return by.isEmpty() ? upstream.line("detail") : "takes no new calls: drained by " + by;
  }

  private static String orDash(JsonFields fields, String name) {
    var text = fields.find(name);
    return text == null ? "-" : CallRow.line(text);
  }

  private static String count(JsonFields fields, String name) {
    var number = fields.number(name);
    return number == null ? "-" : Long.toString(number.longValue());
  }
}
