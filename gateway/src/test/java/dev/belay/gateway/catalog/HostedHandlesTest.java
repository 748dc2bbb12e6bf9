package dev.belay.gateway.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.job.Jobs;
import dev.belay.core.job.MemoryJobStore;
import dev.belay.gateway.call.Decisions;
import dev.belay.gateway.job.JobHandoff;
import dev.belay.gateway.job.JobHost;
import dev.belay.gateway.job.JobText;
import dev.belay.gateway.job.JobTools;
import dev.belay.gateway.relay.Neighbours;
import dev.belay.testkit.json.Json;
import dev.belay.tools.declare.Tools;
import java.time.Duration;
import java.util.List;
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
  private final Jobs jobs =
      new Jobs(
          new MemoryJobStore(1 << 20),
          () -> new Jobs.Terms(Duration.ofDays(1), 1 << 20),
          10,
          JobText::failure,
          Thread.ofVirtual().factory(),
          fleet.time,
          fleet.reports::add);
  private @Nullable JobHost host;

  @BeforeEach
  void begin() {
    fleet.server("a").tools("t");
    fleet.yaml(ALWAYS);
    var terms = new JobHandoff.Terms(Duration.ofSeconds(50), Duration.ZERO, Duration.ofSeconds(10));
    var threads = Thread.ofVirtual().factory();
    var handoff = new JobHandoff(jobs, () -> terms, Decisions.NONE, threads, fleet.time);
    fleet.around(Neighbours.none().handingOff(handoff));
    var catalog = fleet.catalog();
    host =
        new JobHost(
            catalog, new JobTools(jobs, handoff, fleet.time), List.of(), () -> true, catalog);
  }

  @AfterEach
  void end() throws InterruptedException {
    mayEnd.countDown();
    fleet.governor().close();
    jobs.close();
  }

  private Client client(boolean modern) {
    var client = new Client(Objects.requireNonNull(host), "local", "c" + modern, modern);
    if (!modern) {
      client.ask("0", "initialize", client.opening()).await();
    }
    return client;
  }

  private Json schema(Client client) {
    return client.ask("\"list\"", "tools/list", "{}").await().result().at("tools").items().stream()
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

    var handle = client.ask("1", "tools/call", CALL).await().result();
    assertThat(handle.at("isError").present()).isFalse();
    var job = handle.at("structuredContent", "job_id").text();
    mayEnd.countDown();
    var asked = "{\"name\":\"job_result\",\"arguments\":{\"job_id\":" + Json.quote(job) + "}}";
    var result = client.ask("2", "tools/call", asked).await().result();
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
