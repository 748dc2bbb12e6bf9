package dev.belay.probe.peer;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.era.Discovery;
import dev.belay.mcp.era.ModernMeta;
import dev.belay.mcp.era.Revision;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Finds out the era of a server and opens it (MCP 2026-07-28 §versioning).
 *
 * <p>The modern era is asked for first; an error is no for an answer, and so is silence.
 */
final class Opening {
  /** How long a server may keep silent before it is opened in the legacy era. */
  private static final Duration SILENCE = Duration.ofSeconds(5);

  private static final String INITIALIZE =
      "{\"protocolVersion\":\"%s\",\"capabilities\":{},\"clientInfo\":%s}"
          .formatted(Revision.LATEST_LEGACY.wire(), ModernMeta.BELAY);

  private final McpTarget target;
  private final Duration limit;

  Opening(McpTarget target, Duration limit) {
    this.target = target;
    this.limit = limit;
  }

  /** {@return the members of every request's {@code _meta} from now on} */
  String perform() throws CannotOpen, InterruptedException {
    var reply = discover();
    if (reply instanceof Reply.Answered(var answer) && Discovery.isWorthAskingAgain(answer)) {
      reply = discover();
    }
    return switch (reply) {
      case Reply.Answered(Envelope answer) when Discovery.of(answer) instanceof Discovery.Modern ->
          ModernMeta.MEMBERS;
      case Reply.Answered(Envelope answer)
          when Discovery.of(answer) instanceof Discovery.Foreign(String why) ->
          throw new CannotOpen(why);
      case Reply.Failed(Reply.Kind kind, String why) when kind == Reply.Kind.GONE -> {
        if (!target.isEnded()) {
          throw new CannotOpen(why);
        }
        target.connect(); // some end at the first request that they do not know
        yield legacy();
      }
      case Reply.Answered _, Reply.Failed _ -> legacy();
    };
  }

  private Reply discover() throws InterruptedException {
    return target.ask(
        "server/discover", ModernMeta.params(), limit.compareTo(SILENCE) < 0 ? limit : SILENCE);
  }

  private String legacy() throws CannotOpen, InterruptedException {
    var reply = target.ask("initialize", INITIALIZE.getBytes(StandardCharsets.UTF_8), limit);
    switch (reply) {
      case Reply.Answered(Envelope answer) when answer.kind() == Kind.RESPONSE -> {
        target.tell("notifications/initialized");
        return "";
      }
      case Reply.Answered(Envelope answer) -> {
        if (Discovery.isWorthAskingAgain(answer)) {
          return ModernMeta.MEMBERS; // it took its time to start, and speaks the modern era alone
        }
        throw new CannotOpen(
            "the server answered initialize with: " + answer.text(Member.ERROR_MESSAGE));
      }
      case Reply.Failed(Reply.Kind _, String why) -> throw new CannotOpen(why);
    }
  }
}
