package dev.belay.probe.load;

import dev.belay.probe.peer.ProbeRequest;
import dev.belay.probe.peer.Target;
import dev.belay.probe.peer.Target.Reply;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Sends the same request to a server.
 *
 * @param limit for each answer
 */
public record Asking(Target target, ProbeRequest request, Duration limit) implements Attempt {
  @Override
  public @Nullable String run() throws InterruptedException {
    return switch (target.ask(request, limit)) {
      case Reply.Answered _ -> null;
      case Reply.Failed(Reply.Kind _, String why) -> why;
    };
  }
}
