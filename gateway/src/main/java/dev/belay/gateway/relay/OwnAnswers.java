package dev.belay.gateway.relay;

import dev.belay.gateway.translate.EraMethods;
import dev.belay.gateway.translate.InvalidParams;
import dev.belay.gateway.translate.ServerIntroduction;
import dev.belay.gateway.translate.SubscriptionFilter;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.LogLevel;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.era.Era;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Answers requests that must not reach a server unchanged: openings of a server that Belay opened
 * itself, session-wide settings of one client at a shared server, and methods of the client's era
 * alone.
 */
final class OwnAnswers {
  private static final byte[] NOTHING = {'{', '}'};

  private OwnAnswers() {}

  /**
   * True if {@code asked} is answered here or taken over, and needs no server any more.
   *
   * @param era the era of its server; null if not known yet
   */
  static boolean take(RelayedRequest asked, @Nullable Era era) {
    var session = asked.session();
    var upstream = session.audience().upstream();
    var request = asked.request();
    if (request.method().startsWith("tasks/")) {
      // Tasks of the server are none of its clients'.
      unknown(asked);
      return true;
    }
    if (era == null || (session.isModern() && era == Era.MODERN)) {
      return false;
    }
    try {
      if (session.isModern()) {
        return modernOfLegacy(asked, request);
      }
      if (era == Era.LEGACY && !upstream.isOpenedByBelay()) {
        return false;
      }
      return legacy(asked, request, era);
    } catch (InvalidParams e) {
      asked.finish(e::answer);
      return true;
    }
  }

  private static boolean modernOfLegacy(RelayedRequest asked, Envelope request)
      throws InvalidParams {
    var session = asked.session();
    switch (request.method()) {
      case "server/discover" -> result(asked, ServerIntroduction.discoverResult(welcome(session)));
      case "subscriptions/listen" -> {
        var capabilities = ServerIntroduction.capabilities(welcome(session));
        asked.listen(SubscriptionFilter.of(request).honouredBy(capabilities));
      }
      default -> {
        return refused(asked, Era.MODERN);
      }
    }
    return true;
  }

  /** Methods of the other era are unknown. */
  private static boolean refused(RelayedRequest asked, Era clients) {
    var method = asked.request().method();
    boolean isKnown = EraMethods.hasRequest(clients, method);
    if (!isKnown) {
      unknown(asked);
    }
    return !isKnown;
  }

  private static void unknown(RelayedRequest asked) {
    var text = "There is no method " + asked.request().method() + " here.";
    asked.finish(id -> Messages.error(id, ErrorCode.METHOD_NOT_FOUND, text));
  }

  private static boolean legacy(RelayedRequest asked, Envelope request, Era server)
      throws InvalidParams {
    var session = asked.session();
    switch (request.method()) {
      case "initialize" -> result(asked, opening(session, request, server));
      case "ping" -> result(asked, NOTHING);
      case "logging/setLevel" -> {
        var level = LogLevel.of(request);
        if (level == null) {
          asked.finish(
              id -> Messages.error(id, ErrorCode.INVALID_PARAMS, "level is no log level."));
          return true;
        }
        session.hearFrom(level);
        if (server == Era.LEGACY && session.audience().raiseLogLevel(level)) {
          return false;
        }
        result(asked, NOTHING);
      }
      case "resources/subscribe" -> {
        if (!tellsOfResources(session)) {
          unknown(asked);
          return true;
        }
        boolean taken = session.audience().subscribe(session, uri(request));
        if (taken) {
          result(asked, NOTHING);
        } else {
          asked.finish(id ->
              Messages.error(id, ErrorCode.INTERNAL_ERROR, "There are too many subscriptions."));
        }
      }
      case "resources/unsubscribe" -> {
        session.audience().subscriptions().remove(session, uri(request));
        result(asked, NOTHING);
      }
      default -> {
        return server == Era.MODERN && refused(asked, Era.LEGACY);
      }
    }
    return true;
  }

  private static byte[] opening(ClientSession session, Envelope request, Era server) {
    var agreed = ServerIntroduction.agreed(request.text(Member.PARAMS_PROTOCOL_VERSION));
    session.agree(agreed);
    session.audience().welcomeLegacy(session);
    if (server == Era.MODERN) {
      return ServerIntroduction.initializeResult(agreed, welcome(session), Introductions.BELAY);
    }
    var result = Objects.requireNonNull(JsonObject.of(welcome(session)));
    result.setText("protocolVersion", agreed.wire());
    return ServerIntroduction.withoutTasks(result.json());
  }

  private static boolean tellsOfResources(ClientSession session) {
    var capabilities = ServerIntroduction.capabilities(welcome(session));
    return !SubscriptionFilter.NONE.with("").honouredBy(capabilities).isEmpty();
  }

  private static byte[] welcome(ClientSession session) {
    var welcome = session.audience().upstream().snapshot().welcome();
    var result = welcome == null ? null : welcome.raw(Member.RESULT);
    return result == null ? NOTHING : result;
  }

  private static String uri(Envelope request) {
    var uri = request.text(Member.PARAMS_URI);
    return uri == null ? "" : uri;
  }

  private static void result(RelayedRequest asked, byte[] result) {
    asked.finish(id -> Messages.response(id, result));
  }
}
