package dev.belay.agent.loop;

import dev.belay.agent.delegate.SessionTools;
import dev.belay.agent.loop.Agents.LoopTools;
import dev.belay.core.call.CallContext;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Governor;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Payload;
import dev.belay.core.lane.Lane;
import dev.belay.core.time.Simulation;
import dev.belay.core.turn.ToolAnswer;
import dev.belay.core.turn.ToolUse;
import dev.belay.core.turn.TurnCallPolicy;
import dev.belay.core.turn.TurnTool;
import dev.belay.gateway.turn.AskedTool;
import dev.belay.gateway.turn.OfferedTool;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Tools on simulated time that hang, fail, ignore interrupts, or delegate to other agents. */
record SimulatedTools(
    Simulation simulation, Governor governor, Random random, SessionTools delegating)
    implements LoopTools {
  static final List<String> NAMES =
      List.of("quick", "slow", "hang", "deaf", "bad", "sessions_ask", "sessions_spawn");

  @Override
  public List<OfferedTool> offered(String principal) {
    return NAMES.stream().map(name -> new OfferedTool(name, "", "{}")).toList();
  }

  @Override
  public List<ToolUse> uses(Caller caller, List<AskedTool> asked) throws InterruptedException {
    if (random.nextInt(4) == 0) {
      // A list that must be requested anew.
      simulation.sleep(seconds(2));
    }
    return asked.stream().map(one -> new ToolUse(one.id(), new Simulated(one))).toList();
  }

  private Duration seconds(double most) {
    return Duration.ofMillis(random.nextInt((int) (most * 1_000)));
  }

  private final class Simulated implements TurnTool {
    private final AskedTool asked;
    private final boolean isAlone = random.nextInt(5) == 0;

    Simulated(AskedTool asked) {
      this.asked = asked;
    }

    @Override
    public String name() {
      return asked.name();
    }

    @Override
    public Lane lane() {
      return isAlone ? new Lane.Exclusive() : new Lane.Parallel();
    }

    /** Always limited: a hanging call must end even without an abort. */
    @Override
    public Limits limits() {
      boolean isDelegating = name().startsWith("sessions_");
      return new Limits(
          Duration.ofSeconds(40), isDelegating ? Duration.ZERO : Duration.ofSeconds(15));
    }

    @Override
    public String fingerprint() {
      return asked.id();
    }

    @Override
    public void start(TurnCallPolicy terms) {
      if (!NAMES.contains(name())) {
        terms.refused("Unknown tool: " + name());
        return;
      }
      terms.started(
          governor.start(
              terms.on(CallRequest.of(name(), Payload.EMPTY).withLimits(Limits.NONE)), this::run));
    }

    private Payload run(CallContext call) throws InterruptedException {
      switch (name()) {
        case "hang" -> simulation.sleep(Duration.ofDays(1));
        case "deaf" -> sleepDeaf(simulation.nanos() + seconds(5).toNanos());
        case "bad" -> throw new IllegalStateException("bad");
        case "sessions_ask" -> {
          return text(
              delegating
                  .ask(
                      "agent" + random.nextInt(3),
                      "ask " + random.nextInt(),
                      Optional.empty(),
                      1 + random.nextInt(20),
                      new SimulatedCall(call))
                  .toString());
        }
        case "sessions_spawn" -> {
          return text(
              delegating
                  .spawn("task " + random.nextInt(), Optional.empty(), new SimulatedCall(call))
                  .toString());
        }
        default -> simulation.sleep(seconds(name().equals("slow") ? 10 : 1));
      }
      return text("done " + asked.id());
    }

    private void sleepDeaf(long until) {
      while (simulation.nanos() - until < 0) {
        try {
          simulation.sleep(Duration.ofNanos(until - simulation.nanos()));
        } catch (InterruptedException _) {
          // Ignores the interrupt, as a tool may.
        }
      }
    }

    private Payload text(String text) {
      return new Payload("text", text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public ToolAnswer read(Payload result) {
      var text = new String(result.bytes(), StandardCharsets.UTF_8);
      return new ToolAnswer(text, text, /* isError= */ false);
    }
  }
}
