package dev.belay.gateway.turn;

import dev.belay.core.time.Time;
import dev.belay.core.turn.ToolUse;
import dev.belay.gateway.config.Concurrency;
import dev.belay.gateway.config.Settings;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.session.Host;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The tools of all servers, as turns use them: asked for as any client asks. Safe for use by many
 * threads.
 */
public final class TurnTools {
  private final Host host;
  private final Function<Envelope, @Nullable Concurrency> configured;
  private final Supplier<Settings> settings;
  private final Time time;
  private final AtomicLong names = new AtomicLong();

  /**
   * Uses the tools of {@code host}.
   *
   * @param configured what configuration says about what may run beside a {@code tools/call}
   * @param settings what is configured now
   */
  public TurnTools(
      Host host,
      Function<Envelope, @Nullable Concurrency> configured,
      Supplier<Settings> settings,
      Time time) {
    this.host = host;
    this.configured = configured;
    this.settings = settings;
    this.time = time;
  }

  /** {@return those calls on behalf of that principal, ready for a turn, in order} */
  public List<ToolUse> uses(String principal, List<AskedTool> asked) throws InterruptedException {
    var asker = new Asker(host, principal, "turn-" + names.incrementAndGet());
    var declared = new ToolDirectory(asker, time).declared();
    var now = settings.get();
    var limits = now.turns().toolTimeouts(now.mcp());
    var uses = new ArrayList<ToolUse>();
    for (var one : asked) {
      var call = asker.request("tools/call", ToolReading.params(one, ""));
      var lane =
          TurnLanes.of(
              one.name(),
              configured.apply(call),
              declared.getOrDefault(one.name(), Declared.NOTHING),
              now.turns().unannotated());
      var tool = new HostTool(asker, one, lane, limits.of(one.name(), one.hint()));
      uses.add(new ToolUse(one.id(), tool));
    }
    return uses;
  }
}
