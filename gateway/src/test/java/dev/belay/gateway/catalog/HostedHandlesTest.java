package dev.belay.gateway.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.job.Jobs;
import dev.belay.gateway.client.Guest;
import dev.belay.gateway.job.JobHost;
import dev.belay.gateway.relay.Neighbours;
import dev.belay.testkit.json.Json;
import dev.belay.tools.declare.Tools;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
@DisplayName("A handle in place of the result of a tool with an output schema")
final class HostedHandlesTest {
  private static final String ALWAYS = "tools: { own__measure: { job: always } }\n";
  private static final String CALL = "{\"name\":\"own__measure\",\"arguments\":{}}";

  /** What the tool returns. */
  public record Measured(int length) {}

  private final CountDownLatch mayEnd = new CountDownLatch(1);
  private final Fleet fleet =
      new Fleet()
          .tools(
              "own",
              Tools.of(
                  Tools.define("measure")
                      .description("Measures.")
                      .returns(Measured.class)
                      .handle(_ -> {
                        mayEnd.await();
                        return new Measured(3);
                      })));
  private final Jobs jobs = fleet.jobs(10);
  private @Nullable JobHost host;

  @BeforeEach
  void begin() {
    fleet.server("a").tools("t");
    fleet.yaml(ALWAYS);
    var handoff = fleet.handoff(jobs, Thread.ofVirtual().factory());
    fleet.around(Neighbours.none().handingOff(handoff));
    host = fleet.host(jobs, handoff);
  }

  @AfterEach
  void end() throws InterruptedException {
    mayEnd.countDown();
    fleet.governor().close();
    jobs.close();
  }

  private Guest client(boolean modern) {
    var client = fleet.guest(Objects.requireNonNull(host), "local", modern);
    return modern ? client : client.initialized();
  }

  private Json schema(Guest client) {
    return client.ask("\"list\"", "tools/list", "{}").result().at("tools").items().stream()
        .filter(tool -> tool.at("name").text().equals("own__measure"))
        .findFirst()
        .orElseThrow()
        .at("outputSchema");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName("is no error where the tool is always a job: its schema has room for both")
  void listed(boolean modern) {
    var client = client(modern);
    var schema = schema(client);
    assertThat(schema.at("type").text()).isEqualTo("object");
    assertThat(schema.at("anyOf").items()).hasSize(2);
    assertThat(schema.at("anyOf").items().getFirst().at("properties", "length").present()).isTrue();
    assertThat(schema.at("anyOf").items().getLast().at("required").raw())
        .isEqualTo("[\"job_id\",\"tool\",\"status\"]");

    var handle = client.ask("1", "tools/call", CALL).result();
    assertThat(handle.at("isError").present()).isFalse();
    var job = handle.at("structuredContent", "job_id").text();
    mayEnd.countDown();
    var asked = "{\"name\":\"job_result\",\"arguments\":{\"job_id\":" + Json.quote(job) + "}}";
    var result = client.ask("2", "tools/call", asked).result();
    assertThat(result.at("structuredContent", "length").raw()).isEqualTo("3");
  }

  @Test
  @DisplayName("Lists follow the configuration, also where the servers' own lists stay the same")
  void reloaded() {
    var client = client(true);
    assertThat(schema(client).at("anyOf").present()).isTrue();
    fleet.yaml("tools: { own__measure: { job: auto } }\n").replace();
    assertThat(schema(client).at("anyOf").present()).isFalse();
    fleet.yaml(ALWAYS).replace();
    assertThat(schema(client).at("anyOf").present()).isTrue();
  }
}
