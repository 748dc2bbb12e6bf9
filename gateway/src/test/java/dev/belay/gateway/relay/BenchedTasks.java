package dev.belay.gateway.relay;

import dev.belay.mcp.server.Speaks;
import dev.belay.testkit.json.Json;
import org.junit.jupiter.api.AfterEach;

/** Tasks of clients before a {@link Bench}, a server that knows none. */
abstract class BenchedTasks extends Closing {
  static final String EXTENSION = "io.modelcontextprotocol/tasks";
  static final String DECLARED = "{\"elicitation\":{},\"extensions\":{\"" + EXTENSION + "\":{}}}";
  static final String ALWAYS = "tools: { \"*\": { job: always } }\n";

  Bench bench = new Bench(Speaks.BOTH);
  private int last = 100;

  @AfterEach
  void end() {
    bench.steps.add(0);
    bench.open();
  }

  MultiClientHarness crowd(String yaml) {
    return MultiClientHarness.within(StdioHarness.over().withJobs().yaml(yaml), bench.host());
  }

  String next() {
    return Integer.toString(++last);
  }

  static Guest modern(MultiClientHarness crowd) {
    return crowd.modern("local", DECLARED);
  }

  Asked of(Guest guest, String method, String task) {
    return guest.ask(next(), method, "{\"taskId\":" + Json.quote(task) + "}");
  }

  static String text(Json result) {
    return result.at("content").items().getFirst().at("text").text();
  }
}
