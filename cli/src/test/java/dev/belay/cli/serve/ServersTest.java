package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.core.time.Patience;
import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testbed.fault.Stray;
import dev.belay.testbed.process.LiveProcesses;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.declare.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Who looks after servers sees each, restarts it and accepts its tools; nobody else")
@Tag("process")
final class ServersTest {
  private static final String FAULTY = "/api/servers/faulty";
  private static final String OWN = "{\"mode\":\"none\"}";

  private final Traffic traffic = new Traffic();

  private Json server(ScriptedHttpClient client) throws InterruptedException {
    var answer = traffic.get(client, FAULTY);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return Json.parse(answer.body());
  }

  private static List<Json> processes(Json server, String role) {
    return server.at("processes").items().stream()
        .filter(process -> process.at("role").text().equals(role))
        .toList();
  }

  private static Json tool(Json server, String name) {
    return server.at("tools").items().stream()
        .filter(tool -> tool.at("own_name").text().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** {@return the command of a faulty server behind a script of a shell that runs it at its end} */
  private static String behind(String script) {
    var command = FaultyServers.command();
    return "{\"command\":\"/bin/sh\",\"args\":[\"-c\",%s,\"sh\",%s]}"
        .formatted(
            Json.quote(script + "; exec \"$@\""),
            command.stream().map(Json::quote).collect(Collectors.joining(",")));
  }

  @Test
  @DisplayName("A restart: the call under way ends on the old process, new ones run on a new one")
  void aRestartEndsNoCall() throws IOException, InterruptedException {
    try (var served = Serve.process().auth(OWN).start()) {
      var client = served.legacy();
      var other = served.legacy();
      assertThat(text(other.call("state", "{\"set\":\"old\"}"))).isEqualTo("fresh");
      var gate = served.gate();
      var under = call(client, "1", "sleep", gate.arguments());
      served.awaitCalls("sleep", 1);
      long old = served.pids().getFirst();
      // The call before has its answer a moment before its process counts it no more.
      Patience.await(
          () -> processes(server(other), "serving").getFirst().at("calls").number(0) == 1,
          () -> "it runs other calls too");
      var before = processes(server(other), "serving").getFirst();
      assertThat(before.at("pid").number(0)).isEqualTo(old);
      assertThat(before.at("calls").number(0)).isEqualTo(1);

      assertThat(traffic.post(other, FAULTY + "/restart", "").status()).isEqualTo(200);

      var next = other.call("state", "{}");
      assertThat(text(next)).isEqualTo("fresh");
      assertThat(next.raw())
          .contains("was replaced, as a person wanted. It was started again and may have lost");
      var now = server(other);
      assertThat(now.at("restarts").number(0)).isEqualTo(1);
      var retiring = processes(now, "retiring").getFirst();
      assertThat(retiring.at("pid").number(0)).isEqualTo(old);
      assertThat(retiring.at("calls").number(0)).isEqualTo(1);
      assertThat(processes(now, "serving").getFirst().at("pid").number(0))
          .isEqualTo(served.pids().getLast())
          .isNotEqualTo(old);
      assertThat(under.hasEnded()).isFalse();

      gate.open();
      assertThat(text(under.response())).isEqualTo("slept");
      LiveProcesses.awaitGone(List.of(old));
      assertThat(served.pids()).hasSize(2);
      traffic.assertIsAs(Published.by(other));
    }
  }

  @Test
  @DisplayName("A drain: the call under way ends as it would, others are refused until it is over")
  void aDrainEndsNoCall() throws IOException, InterruptedException {
    try (var served = Serve.puppet().auth(OWN).start()) {
      var client = served.legacy();
      var other = served.modern();
      var gate = served.gate();
      var under = call(client, "1", "sleep", gate.arguments());
      served.awaitCalls("sleep", 1);
      var drained = traffic.post(other, FAULTY + "/drain", "");
      assertThat(drained.status()).as(drained.body()).isEqualTo(200);
      assertThat(server(other).at("drained_by").text()).isEqualTo("local");
      assertThat(other.call("state", "{}").raw())
          .contains("The server \\\"faulty\\\" takes no new calls: it is being drained by local");
      assertThat(other.ask("tools/list", "{}").raw()).contains("\"state\"");
      gate.open();
      assertThat(text(under.response())).isEqualTo("slept");
      assertThat(traffic.post(other, FAULTY + "/resume", "").status()).isEqualTo(200);
      assertThat(server(other).at("drained_by").present()).isFalse();
      assertThat(text(other.call("state", "{}"))).isEqualTo("fresh");
      traffic.assertIsAs(Published.by(other));
    }
  }

  @Test
  @DisplayName("What Belay does not run cannot be restarted, and it says why")
  void whereARestartMakesNoSense() throws IOException, InterruptedException {
    try (var served = Serve.puppet().auth(OWN).with(Tools.of(new Sums())).start()) {
      var client = served.modern();
      var elsewhere = traffic.post(client, FAULTY + "/restart", "");
      assertThat(elsewhere.status()).isEqualTo(409);
      assertThat(elsewhere.body())
          .contains("was not restarted, since it runs elsewhere, and Belay only reaches it");
      var own = traffic.post(client, "/api/servers/native/restart", "");
      assertThat(own.status()).isEqualTo(409);
      assertThat(own.body()).contains("since its tools are a part of Belay itself");
      assertThat(traffic.post(client, "/api/servers/native/drain", "").status()).isEqualTo(409);
      assertThat(traffic.post(client, "/api/servers/nothing/restart", "").status()).isEqualTo(404);
      assertThat(
              Json.parse(traffic.get(client, "/api/servers/native").body()).at("processes").items())
          .isEmpty();
      traffic.assertIsAs(Published.by(client));
    }
  }

  /** Tools of this program. */
  static final class Sums {
    @Tool(description = "Adds one and one.")
    int two() {
      return 2;
    }
  }

  @Test
  @DisplayName(
      "P24: a tool that says something else waits for a person, and is accepted as it was seen, by"
          + " the API and from a terminal")
  void aChangedToolIsAccepted(@TempDir Path place) throws IOException, InterruptedException {
    var log = place.resolve("log");
    try (var served =
        Serve.puppet()
            .mcp("on_change", "\"ask\"")
            .mcp("tools_list", "{\"cache_ttl_ms\":0}")
            .auth(OWN)
            .audited(log)
            .pinned()
            .start()) {
      var client = served.legacy();
      var hears = client.listen();
      pinToSomethingElse(served, client);
      assertThat(client.call("echo", "{\"text\":\"x\"}").at("error", "message").text())
          .startsWith("the tool faulty__echo is held back: ")
          .endsWith("belay tools accept faulty__echo");

      var held = tool(server(client), "echo");
      assertThat(server(client).at("tools").items().getFirst()).isEqualTo(held);
      assertThat(held.at("verdict").text()).isEqualTo("waiting");
      assertThat(held.at("accepted_sha256").text()).startsWith("00000000");
      assertThat(held.at("difference").items().stream().map(Json::text))
          .containsExactly(
              "  description:",
              "  - {text}: does as it is told",
              "  + {text}: answers with the text");
      var seen = held.at("seen_sha256").text();
      var path = FAULTY + "/tools/echo/accept";
      assertThat(traffic.post(client, path, "").status()).isEqualTo(400);
      assertThat(traffic.post(client, path, "{\"sha256\":7}").status()).isEqualTo(400);
      var wrong = "{\"sha256\":\"" + held.at("accepted_sha256").text() + "\"}";
      assertThat(traffic.post(client, path, wrong).status()).isEqualTo(409);
      var right = "{\"sha256\":\"" + seen + "\"}";
      assertThat(traffic.post(client, FAULTY + "/tools/sleep/accept", right).status())
          .isEqualTo(404);
      assertThat(tool(server(client), "echo").at("verdict").present()).isTrue();

      assertThat(traffic.post(client, path, right).status()).isEqualTo(200);

      assertThat(tool(server(client), "echo").at("verdict").present()).isFalse();
      assertThat(server(client).at("tools_waiting").number(1)).isZero();
      var _ = hears.awaitMethod("notifications/tools/list_changed");
      assertThat(text(client.call("echo", "{\"text\":\"back\"}"))).isEqualTo("back");
      assertThat(Files.readString(served.pins())).doesNotContain("\"00000000");
      assertThat(traffic.post(client, path, right).status()).isEqualTo(404);

      pinToSomethingElse(served, client);
      int heard = hears.messages().size();
      var shell = new FakeShell();
      served.environment().forEach(shell::with);
      assertThat(shell.run("tools", "accept", "faulty__echo")).isEqualTo(ExitCode.OK);
      assertThat(shell.out()).endsWith("accepted faulty__echo\n");
      served.lookAtPins();
      Patience.await(() -> hears.messages().size() > heard, () -> "the client is told nothing");
      assertThat(text(client.call("echo", "{\"text\":\"again\"}"))).isEqualTo("again");
      traffic.assertIsAs(Published.by(client));
    }
    assertThat(Files.readAllLines(log))
        .anySatisfy(line ->
            assertThat(line)
                .contains("\"definition\"", "\"accepted\"", "\"local\"", "faulty__echo"));
  }

  /** Alters the pin of a tool, as if its definition had been another at its first use. */
  private static void pinToSomethingElse(Served served, ScriptedHttpClient client)
      throws IOException, InterruptedException {
    Patience.await(
        () -> client.ask("tools/list", "{}").raw().contains("\"echo\""), () -> "no echo");
    var pins = Files.readString(served.pins());
    var other =
        pins.replaceFirst("(\"echo\":\\{\"sha256\":\")[0-9a-f]{8}", "$100000000")
            .replace("{text}: answers with the text", "{text}: does as it is told");
    assertThat(other).isNotEqualTo(pins);
    // As a whole: Belay lists the tools by itself too, and then may read half a file.
    var draft = Files.writeString(served.pins().resolveSibling("draft"), other);
    Files.move(draft, served.pins(), StandardCopyOption.ATOMIC_MOVE);
    Patience.await(
        () -> !client.ask("tools/list", "{}").raw().contains("\"echo\""), () -> "echo is there");
  }

  @Test
  @DisplayName("isolation: call: after a restart no call gets a process that was started before")
  void aRestartEndsSpares() throws IOException, InterruptedException {
    try (var served = Serve.process().with("isolation", "\"call\"").auth(OWN).start()) {
      var client = served.modern();
      assertThat(text(client.call("state", "{}"))).isEqualTo("fresh");
      Patience.await(
          () -> processes(server(client), "other").size() == 1, () -> "there is no spare process");
      long spare = processes(server(client), "other").getFirst().at("pid").number(0);
      assertThat(traffic.post(client, FAULTY + "/restart", "").status()).isEqualTo(200);
      LiveProcesses.awaitGone(List.of(spare));
      assertThat(text(client.call("state", "{}"))).isEqualTo("fresh");
    }
  }

  @Test
  @DisplayName("A client that is no admin sees and changes nothing of it")
  void nobodyElse() throws IOException, InterruptedException {
    var token = "adas-token-0123456789";
    try (var served =
        Serve.process()
            .outside("BELAY_TOKENS", "ada: " + token + "\n")
            .auth("{\"tokens\":{\"env\":\"BELAY_TOKENS\"}}")
            .start()) {
      var ada = served.modern().always("Authorization", "Bearer " + token);
      for (var answer :
          List.of(
              traffic.get(ada, FAULTY),
              traffic.get(ada, "/api/servers/nothing"),
              traffic.post(ada, FAULTY + "/restart", ""),
              traffic.post(ada, FAULTY + "/tools/echo/accept", "{\"sha256\":\"0\"}"))) {
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body()).contains("needs the scope admin");
      }
      assertThat(text(ada.call("state", "{}"))).isEqualTo("fresh");
      assertThat(served.pids()).as("none was started again").hasSize(1);
    }
  }

  @Test
  @DisplayName("What a server writes is bounded, is text, and is whole JSON, whatever it writes")
  void hostileWords() throws IOException, InterruptedException {
    var script =
        "printf '\\033[2J\\033]0;title\\007\\342\\200\\256gpj\\377 \"</script>\\n' >&2;"
            + " head -c 1000000 /dev/zero | tr '\\0' x >&2; echo >&2; printf 'no end' >&2";
    try (var served = Serve.puppet().auth(OWN).and("loud", behind(script)).start()) {
      var client = served.modern();
      Patience.await(
          () -> traffic.get(client, "/api/servers/loud").body().contains("no end"),
          () -> "it is silent");
      var lines =
          Json.parse(traffic.get(client, "/api/servers/loud").body()).at("stderr").items().stream()
              .map(Json::text)
              .toList();
      assertThat(lines).hasSize(3);
      assertThat(lines.getFirst())
          .isEqualTo("\u001b[2J\u001b]0;title\u0007\u202egpj\ufffd \"</script>");
      assertThat(lines.get(1)).hasSize(402).startsWith("xxx").endsWith("x …");
      assertThat(lines.getLast()).isEqualTo("no end");
      traffic.assertIsAs(Published.by(client));
    }
  }

  @Test
  @DisplayName("The tree shows what a call has started, and what one has left behind")
  void theTree() throws IOException, InterruptedException {
    try (var served = Serve.process().kept().auth(OWN).start()) {
      var client = served.legacy();
      var hanging = served.hang(client, "\"hang\"");
      assertThat(text(client.call("spawn", "{\"kind\":\"" + Stray.SETSID.kind() + "\"}")))
          .isNotEmpty();
      long stray = Long.parseLong(served.awaitLog("spawned", _ -> true, 1).getFirst());
      var tree = processes(server(client), "serving").getFirst().at("tree").items();
      assertThat(tree.getFirst().at("pid").number(0)).isEqualTo(served.pids().getFirst());
      assertThat(tree.stream().map(one -> one.at("pid").number(0))).contains(stray);
      assertThat(tree).allSatisfy(one -> assertThat(one.at("left_behind_by").items()).isEmpty());
      var id =
          Json.parse(traffic.get(client, "/api/calls").body())
              .at("calls")
              .items()
              .getFirst()
              .at("id");

      var stop = "/api/calls/" + id.text() + "/cancel";
      assertThat(traffic.post(client, stop, "").status()).isEqualTo(200);
      var _ = hanging.answer().response();

      var left =
          processes(server(client), "serving").getFirst().at("tree").items().stream()
              .filter(one -> one.at("pid").number(0) == stray)
              .findFirst()
              .orElseThrow();
      assertThat(left.at("left_behind_by").items().stream().map(Json::text)).contains(id.text());
      assertThat(traffic.post(client, stop, "{\"processes\":true}").status()).isEqualTo(200);
      LiveProcesses.awaitGone(List.of(stray));
      traffic.assertIsAs(Published.by(client));
    }
  }
}
