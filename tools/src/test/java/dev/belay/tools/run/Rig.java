package dev.belay.tools.run;

import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Limits;
import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.Journal;
import dev.belay.core.lane.Lanes;
import dev.belay.core.time.Simulation;
import dev.belay.tools.declare.Hints;
import dev.belay.tools.declare.NativeTool;
import dev.belay.tools.declare.ToolBody;
import dev.belay.tools.declare.ToolDeclaration;
import dev.belay.tools.declare.ToolOptions;
import dev.belay.tools.schema.JsonSchema;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.json.JsonMapper;

/** A runner on simulated time that records the ends of its calls. */
final class Rig {
  static final Hints READING = new Hints(null, true, false, true, false);
  static final Hints WRITING = new Hints(null, false, false, false, false);

  final Simulation simulation;
  final Journal journal;
  final Governor governor;
  final ToolRunner runner;
  final Lanes lanes = new Lanes();

  Rig(long seed) {
    this(seed, ToolLimits.global(Limits.DEFAULT));
  }

  Rig(long seed, ToolLimits limits) {
    this(seed, limits, new PlainContract());
  }

  Rig(long seed, Contract contract) {
    this(seed, ToolLimits.global(Limits.DEFAULT), contract);
  }

  private Rig(long seed, ToolLimits limits, Contract contract) {
    simulation = new Simulation(seed);
    var options = GovernorOptions.simulated(simulation, seed).withGrace(Duration.ofSeconds(2));
    journal = options.journal();
    governor = new Governor(options);
    runner =
        new ToolRunner(
            RunnerOptions.of(governor, simulation, contract, new Random(seed)).withLimits(limits));
  }

  static NativeTool tool(String name, Hints hints, ToolOptions terms, ToolBody body) {
    var any =
        new JsonSchema() {
          @Override
          public byte[] bytes() {
            return "{\"type\":\"object\"}".getBytes(StandardCharsets.UTF_8);
          }

          @Override
          public tools.jackson.databind.node.ObjectNode tree() {
            return JsonMapper.shared().createObjectNode().put("type", "object");
          }
        };
    return new NativeTool(
        new ToolDeclaration(name, "Does it.", "general", hints, terms, List.of(), any, null), body);
  }

  static NativeTool tool(ToolBody body) {
    return tool("work", WRITING, ToolOptions.NONE, body);
  }

  static ToolRequest request(String arguments) {
    return ToolRequest.of(arguments.getBytes(StandardCharsets.UTF_8));
  }

  Started start(NativeTool tool) {
    return start(tool, request("{}"), Client.NONE);
  }

  Started start(NativeTool tool, ToolRequest request, Client client) {
    var run = runner.start(tool, request, client);
    var ends = new ArrayList<ToolEnd>();
    run.onEnd(ends::add);
    return new Started(run, ends);
  }

  /** Runs one call to its end, with all consequences. */
  Started run(NativeTool tool) {
    var started = start(tool);
    simulation.run();
    return started;
  }

  void at(double seconds, Runnable action) {
    var _ = simulation.after(seconds(seconds).minusNanos(simulation.nanos()), action);
  }

  static Duration seconds(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  void sleep(double seconds) throws InterruptedException {
    simulation.sleep(seconds(seconds));
  }

  /** {@return the journal's events of one call, oldest first} */
  List<CallEvent> eventsOf(Started started) {
    var events = new ArrayList<CallEvent>();
    var reader = journal.readerFromOldest();
    for (var reading = reader.poll(); reading != null; reading = reader.poll()) {
      if (reading instanceof Journal.Entry(_, _, var subject, var event)
          && subject.callId().equals(started.run().call().id().toString())) {
        events.add(event);
      }
    }
    return events;
  }

  /** A call in progress, with the ends reported to its caller. */
  record Started(ToolRun run, List<ToolEnd> ends) {
    ToolEnd end() {
      if (ends.size() != 1) {
        throw new AssertionError("expected one end, not " + ends.size());
      }
      return ends.getFirst();
    }

    String json() {
      return new String(end().json(), StandardCharsets.UTF_8);
    }

    String text() {
      return JsonMapper.shared().readTree(json()).at("/content/0/text").asString();
    }

    boolean isError() {
      return JsonMapper.shared().readTree(json()).path("isError").asBoolean();
    }
  }
}
