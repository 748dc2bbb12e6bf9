package dev.belay.mcp.client;

import static dev.belay.mcp.client.Said.error;
import static dev.belay.mcp.client.Said.opened;
import static dev.belay.mcp.client.Said.result;

import java.io.IOException;
import java.util.Random;

/** A server with random correct and faulty behaviour by seed, different for each answer. */
final class FuzzScript implements ScriptedServer.Script {
  private static final String NEWS = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}";

  private final Random random;

  FuzzScript(long seed) {
    random = new Random(seed);
  }

  private int pick(int bound) {
    return random.nextInt(bound);
  }

  private byte[] noise() {
    var bytes = new byte[pick(300)];
    random.nextBytes(bytes);
    return bytes;
  }

  @Override
  public void answer(ScriptedServer.Heard request, Wire wire)
      throws IOException, InterruptedException {
    var id = request.body().replaceAll("(?s).*?\"id\":([^,]*),.*", "$1");
    var answer = request.has("\"initialize\"") ? opened(id) : result(id, "\"a\":1");
    if (request.method().equals("GET")) {
      fetched(wire, answerTo(request.header("Last-Event-ID")));
    } else if (request.has("\"id\":") && pick(3) > 0) {
      right(wire, answer, id);
    } else {
      wrong(wire, answer, id);
    }
  }

  private static String answerTo(String eventId) {
    return result(eventId.isEmpty() ? "1" : eventId, "\"late\":1");
  }

  private void fetched(Wire wire, String answer) throws IOException, InterruptedException {
    switch (pick(5)) {
      case 0 -> wire.respond(405, "", "");
      case 1 -> wire.events().chunk("retry: 1\n\n").event(answer).end();
      case 2 -> wire.events().chunk("retry: 1\nid: 1\ndata:\n\n").halfClose();
      case 3 -> wire.respond(503, "", "");
      default -> wire.reset();
    }
  }

  private void right(Wire wire, String answer, String id) throws IOException {
    switch (pick(7)) {
      case 0 -> wire.json(answer, pick(2) == 0 ? "Mcp-Session-Id: s" + pick(9) + "\r\n" : "");
      case 1 -> wire.events().event(NEWS).event(answer).end();
      case 2 -> {
        wire.events();
        var text = "data: " + NEWS + "\r\n\r\nid: " + id + "\rdata: " + answer + "\n\n";
        for (int from = 0; from < text.length(); ) {
          int to = Math.min(text.length(), from + 1 + pick(20));
          wire.chunk(text.substring(from, to));
          from = to;
        }
        wire.end();
      }
      case 3 -> wire.events().chunk("retry: 1\nid: " + id + "\ndata:\n\n").end();
      case 4 -> wire.events().event(NEWS).event(answer).reset();
      case 5 -> {
        wire.json(answer);
        wire.reset(); // the next request may already be in transit
      }
      default -> wire.json("[" + NEWS + "," + answer + "]");
    }
  }

  private void wrong(Wire wire, String answer, String id) throws IOException, InterruptedException {
    switch (pick(15)) {
      case 0 -> wire.respond(404, "application/json", error("null", -32001));
      case 1 -> wire.respond(400 + pick(200), "text/plain", "no");
      case 2 -> wire.reset();
      case 3 -> wire.raw(noise()).halfClose();
      case 4 -> wire.events().raw(noise()).halfClose();
      case 5 -> wire.json(result("12345", ""));
      case 6 -> wire.json(error("null", -32020));
      case 7 -> wire.accepted();
      case 8 -> wire.json(result(id, "\"x\":\"" + "y".repeat(9000) + "\""));
      case 9 -> wire.events().event("y".repeat(9000)).end();
      case 10 -> wire.events().chunk("data: {").hang();
      case 11 -> wire.respond(200, "text/html", answer);
      case 13 -> wire.respond(400, "text/plain", "no such session");
      case 12 ->
          wire.raw(
                  "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n[")
              .reset();
      default -> wire.events().chunk("id: \0\ndata: " + answer + "\n").end();
    }
  }
}
