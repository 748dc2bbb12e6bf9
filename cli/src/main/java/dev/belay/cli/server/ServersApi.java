package dev.belay.cli.server;

import dev.belay.cli.server.Observation.CatalogFigures;
import dev.belay.core.name.ShortText;
import dev.belay.gateway.call.Decisions;
import dev.belay.gateway.call.Decisions.Decision;
import dev.belay.gateway.catalog.CatalogMember;
import dev.belay.gateway.catalog.KnownTool;
import dev.belay.gateway.listing.CatalogLint;
import dev.belay.gateway.listing.ToolDiff;
import dev.belay.gateway.listing.ToolView;
import dev.belay.gateway.upstream.ServerProcess;
import dev.belay.http.json.JsonAnswer;
import dev.belay.http.route.Access;
import dev.belay.http.route.Guarded;
import dev.belay.http.route.PathPattern;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Routes;
import dev.belay.http.route.UrlText;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonText;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import dev.belay.observe.health.ServerText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One server under {@code /api}, for those who look after it: what it says on standard error, its
 * tools and its processes; and what they may do with it. For admins alone.
 *
 * <p>Everything in an answer is bounded, whatever a server lists, writes or starts. Safe for use by
 * many threads.
 */
record ServersApi(CatalogFigures servers, Decisions decisions) {
  private static final PathPattern ONE = PathPattern.of("/api/servers/{name}");
  private static final PathPattern RESTART = PathPattern.of("/api/servers/{name}/restart");
  private static final PathPattern DRAIN = PathPattern.of("/api/servers/{name}/drain");
  private static final PathPattern RESUME = PathPattern.of("/api/servers/{name}/resume");
  private static final PathPattern ACCEPT =
      PathPattern.of("/api/servers/{name}/tools/{tool}/accept");

  private static final int MOST_TOOLS = 500;
  private static final int MOST_FINDINGS = 20;
  private static final int LONGEST_DESCRIPTION = 140;

  /** Longer definitions are not examined: the time for that grows with them. */
  private static final int LONGEST_EXAMINED = 64 * 1024;

  private static final int MOST_DIFFERENCES = 50;
  private static final int MOST_LINES = 500;
  private static final int LONGEST_LINE = 500;

  /** Of as many processes the trees are read, each of which takes a look at the whole machine. */
  private static final int MOST_TREES = 16;

  private static final int MOST_MEMBERS = 200;

  /** A request about a server that there is. */
  private interface Asked {
    void answer(CatalogMember server, Request request, Response response)
        throws InterruptedException;
  }

  /** {@return its routes} */
  Routes routes(Access access) {
    return Routes.none()
        .with("GET", ONE, guarded(access, ONE, (server, _, response) -> send(server, response)))
        .with("POST", RESTART, guarded(access, RESTART, this::restart))
        .with("POST", DRAIN, guarded(access, DRAIN, this::drain))
        .with("POST", RESUME, guarded(access, RESUME, this::resume))
        .with("POST", ACCEPT, guarded(access, ACCEPT, this::accept));
  }

  private Guarded guarded(Access access, PathPattern path, Asked asked) {
    return new Guarded(
        access,
        (request, response) -> {
          if (!request.requireCaller().isAdmin()) {
            JsonAnswer.error(response, 403, "what is known of a server needs the scope admin");
            return;
          }
          var name = parameter(path, request, 0);
          var server =
              servers.catalog().members().stream()
                  .filter(member -> member.name().equals(name))
                  .findFirst()
                  .orElse(null);
          if (server == null) {
            JsonAnswer.error(
                response, 404, "there is no server " + ShortText.name(name) + "; /health has all");
          } else {
            asked.answer(server, request, response);
          }
        });
  }

  private static String parameter(PathPattern path, Request request, int at) {
    return UrlText.decoded(Objects.requireNonNull(path.parameters(request.path())).get(at));
  }

  private void restart(CatalogMember server, Request request, Response response) {
    decided(server, "restarted", server.backend().restart(), request, response);
  }

  private void drain(CatalogMember server, Request request, Response response) {
    var not = server.backend().drain(request.requireCaller().principal());
    decided(server, "drained", not, request, response);
  }

  private void resume(CatalogMember server, Request request, Response response) {
    server.backend().resume();
    decided(server, "put back into service", null, request, response);
  }

  private void decided(
      CatalogMember server, String what, @Nullable String not, Request request, Response response) {
    var who = request.requireCaller().principal();
    if (not != null) {
      var text = "the server was not " + what + ", since " + not;
      decisions.decided(new Decision("server", "refused", who, null, server.name() + ": " + text));
      JsonAnswer.error(response, 409, text);
      return;
    }
    decisions.decided(new Decision("server", what, who, null, server.name()));
    send(server, response);
  }

  private void accept(CatalogMember server, Request request, Response response) {
    var tool = parameter(ACCEPT, request, 1);
    var seen = sha256(request.body());
    if (seen == null) {
      JsonAnswer.error(
          response, 400, "the body is a JSON object with the \"sha256\" of what was seen");
      return;
    }
    switch (servers.catalog().accept(server, tool, seen)) {
      case ACCEPTED -> {
        var what = "tool " + server.name() + "__" + tool + ", sha256 " + seen;
        decisions.decided(
            new Decision(
                "definition", "accepted", request.requireCaller().principal(), null, what));
        send(server, response);
      }
      case NOT_HELD -> JsonAnswer.error(response, 404, "no tool of that name is held back");
      case CHANGED ->
          JsonAnswer.error(
              response, 409, "the definition is not the one of that sha256; look at it again");
    }
  }

  private static @Nullable String sha256(byte[] body) {
    try {
      var object = JsonObject.of(body, Slices.value(body));
      return object == null ? null : object.text("sha256");
    } catch (NotJson _) {
      return null;
    }
  }

  private void send(CatalogMember server, Response response) {
    var backend = server.backend();
    var json = ServerText.json(backend.figures(), servers.lists(), servers);
    json.texts("stderr", backend.lastErrorLines());
    addTools(servers.catalog().toolsOf(server), json);
    addProcesses(backend.processes(), json);
    JsonAnswer.json(response, 200, json);
  }

  private static void addTools(List<KnownTool> all, JsonText json) {
    // Those that wait for a person must not be hidden by many others.
    var shown =
        all.stream()
            .sorted(Comparator.comparing((KnownTool tool) -> tool.change() == null))
            .limit(MOST_TOOLS)
            .toList();
    var lint = new CatalogLint(all.stream().map(ServersApi::definition).toList());
    var tools = new ArrayList<JsonText>();
    for (var tool : shown) {
      tools.add(tool(tool, lint, tools.size() < MOST_DIFFERENCES));
    }
    json.objects("tools", tools).number("tools_more", all.size() - shown.size());
  }

  private static byte[] definition(KnownTool tool) {
    var listed = tool.definition();
    var change = tool.change();
    var seen = change == null ? null : change.seen().definition();
    return listed != null ? listed.bytes() : seen != null ? seen.bytes() : new byte[] {'{', '}'};
  }

  private static JsonText tool(KnownTool tool, CatalogLint lint, boolean isCompared) {
    var definition = definition(tool);
    var json =
        new JsonText()
            .text("name", tool.visible())
            .text("own_name", tool.name())
            .number("bytes", definition.length)
            .text("description", description(definition));
    json.texts(
        "lint",
        definition.length > LONGEST_EXAMINED
            ? List.of("it has more than 64 KiB, and was not examined")
            : lint.of(definition).stream()
                .limit(MOST_FINDINGS)
                .map(finding -> cut(finding.message()))
                .toList());
    var change = tool.change();
    if (change != null) {
      json.text("verdict", change.word())
          .text("accepted_sha256", change.accepted().sha256())
          .text("seen_sha256", change.seen().sha256());
      if (isCompared) {
        var lines = ToolDiff.lines(change.accepted(), change.seen());
        json.texts("difference", lines.stream().limit(MOST_LINES).map(ServersApi::cut).toList())
            .number("difference_more", Math.max(0, lines.size() - MOST_LINES));
      }
    }
    return json;
  }

  private static String description(byte[] definition) {
    var shortened = new ToolView(LONGEST_DESCRIPTION).of(definition, "");
    var tool = JsonObject.of(shortened);
    var text = tool == null ? null : tool.text("description");
    return text == null ? "" : text;
  }

  private static String cut(String line) {
    return line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE) + "…";
  }

  private static void addProcesses(List<ServerProcess> all, JsonText json) {
    var shown =
        all.stream().sorted(Comparator.comparing(ServerProcess::role)).limit(MOST_TREES).toList();
    json.objects("processes", shown.stream().map(ServersApi::process).toList())
        .number("processes_more", all.size() - shown.size());
  }

  private static JsonText process(ServerProcess process) {
    var tree = process.tree();
    return new JsonText()
        .number("pid", process.pid())
        .text("role", process.role().name().toLowerCase(Locale.ROOT))
        .number("calls", process.calls())
        .objects("tree", tree.stream().limit(MOST_MEMBERS).map(ServersApi::member).toList())
        .number("tree_more", Math.max(0, tree.size() - MOST_MEMBERS));
  }

  private static JsonText member(ServerProcess.Member member) {
    return new JsonText()
        .number("pid", member.pid())
        .number("parent", member.parent())
        .text("command", member.command())
        .seconds("age_s", member.age())
        .texts(
            "left_behind_by",
            member.leftBehindBy().stream().map(call -> call.id().toString()).toList());
  }
}
