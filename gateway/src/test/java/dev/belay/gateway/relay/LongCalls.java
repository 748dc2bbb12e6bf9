package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.gateway.client.Asked;
import dev.belay.gateway.client.Guest;
import dev.belay.testbed.fault.Gate;
import dev.belay.testkit.json.Json;
import java.time.Duration;

/** Calls for which their clients would not wait, before one server with jobs. */
abstract class LongCalls extends Closing {
  final MultiClientHarness crowd = opened(MultiClientHarness.of(StdioHarness.over().withJobs()));

  /** Calls {@code sleep}, which waits for the gate, until it is handed off. */
  Asked handedOff(Guest guest, Gate gate) throws InterruptedException {
    int before = crowd.log("call").size();
    var asked = guest.call("sleep", gate.arguments());
    crowd.await("the call at its server", () -> crowd.log("call").size() > before);
    crowd.time().advance(Duration.ofSeconds(49));
    assertThat(asked.isOver()).as("answered before 50 s").isFalse();
    crowd.time().advance(Duration.ofSeconds(2));
    return asked;
  }

  static String id(Json handle) {
    return handle.at("structuredContent", "job_id").text();
  }

  static String said(Json result) {
    return result.at("content").items().getFirst().at("text").text();
  }

  static String of(String job) {
    return "{\"job_id\":" + Json.quote(job) + "}";
  }
}
