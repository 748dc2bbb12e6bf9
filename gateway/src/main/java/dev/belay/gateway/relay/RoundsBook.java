package dev.belay.gateway.relay;

import dev.belay.core.time.Time;
import dev.belay.gateway.translate.InputRequired;
import dev.belay.gateway.translate.Question;
import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.session.OpenedState;
import dev.belay.mcp.session.RequestState;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The requests that go on while their modern clients come back with answers, found by the sealed
 * state that each client carries (MCP 2026-07-28 §mrtr).
 *
 * <p>A state is bound to the principal, the method, its target and its arguments, and names what
 * runs by a random name: a foreign or changed one finds nothing. Safe for use by many threads.
 */
final class RoundsBook {
  private static final int MOST = 10_000;

  private final Map<String, Rounds> byName = new ConcurrentHashMap<>();
  private final AtomicReference<@Nullable Secrets> secrets = new AtomicReference<>();
  private final Duration lifetime;
  private final Time time;

  RoundsBook(Time time, Duration lifetime) {
    this.time = time;
    this.lifetime = lifetime;
  }

  /** What nobody can guess; made at its first use, since that loads much and few need it. */
  private record Secrets(SecureRandom random, RequestState seal) {}

  private Secrets secrets() {
    var made = secrets.get();
    if (made == null) {
      var seal =
          RequestState.withRandomKey(lifetime, () -> Duration.ofNanos(time.nanos()).toMillis());
      var ours = new Secrets(new SecureRandom(), seal);
      made = secrets.compareAndSet(null, ours) ? ours : Objects.requireNonNull(secrets.get());
    }
    return made;
  }

  /** How long a client may take to come back. */
  Duration lifetime() {
    return lifetime;
  }

  /** {@return new rounds for a request; null if there are too many} */
  @Nullable Rounds open(ClientRequest request) {
    if (byName.size() >= MOST) {
      return null;
    }
    var bytes = new byte[16];
    secrets().random().nextBytes(bytes);
    var name = HexFormat.of().formatHex(bytes);
    var rounds = new Rounds(this, name, time, request);
    byName.put(name, rounds);
    var session = request.session();
    session.relay().audiences().stay(session.audience());
    return rounds;
  }

  void forget(String name) {
    var rounds = byName.remove(name);
    if (rounds != null) {
      var session = rounds.running().session();
      session.relay().audiences().left(session.audience());
    }
  }

  /** Ends a round with questions. */
  void send(ClientRequest round, String name, Map<String, OpenQuestion> open) {
    var questions = new ArrayList<Question>();
    open.forEach(
        (key, question) -> questions.add(Question.of(key, question.method(), question.params())));
    var state =
        secrets()
            .seal()
            .seal(
                name.getBytes(StandardCharsets.US_ASCII),
                binding(round.session(), round.request()));
    var result =
        new InputRequired(questions, RawJson.of(JsonString.quote(state)))
            .result(round.session().audience().serverInfo());
    Answering.end(round, id -> Messages.response(id, result));
  }

  /** Ends the last round. */
  void end(ClientRequest round, String name, Function<RequestId, byte @Nullable []> render) {
    forget(name);
    Answering.end(round, render);
  }

  /** What comes of a state that a client carried back. */
  sealed interface Found {
    /** It goes on. */
    record Running(Rounds rounds, ClientRequest request) implements Found {}

    /** It does not; {@code why} tells the client what to do. */
    record Nothing(String why) implements Found {}
  }

  /** {@return what runs for a request that carries {@code state}} */
  Found find(ClientSession client, Envelope request, String state) {
    return switch (secrets().seal().open(state, binding(client, request))) {
      case OpenedState.Forged _ ->
          new Found.Nothing(
              "requestState was not issued for this request, or was changed. Send the request"
                  + " again without it.");
      case OpenedState.Expired _ ->
          new Found.Nothing("requestState has expired. Send the request again without it.");
      case OpenedState.Valid valid -> {
        var rounds = byName.get(new String(valid.payload(), StandardCharsets.US_ASCII));
        yield rounds == null
            ? new Found.Nothing(
                "The request that requestState belongs to is over. Send it again without it.")
            : new Found.Running(rounds, rounds.running());
      }
    };
  }

  /** {@return the request that one which carries a state comes back to; null if it is none} */
  @Nullable ClientRequest running(ClientSession client, Envelope request) {
    var state = request.text(Member.PARAMS_REQUEST_STATE);
    return state != null
            && find(client, request, state) instanceof Found.Running(var _, var running)
        ? running
        : null;
  }

  /** Takes back a question that a server no longer wants answered. */
  void withdrawn(UpstreamConnection link, RequestId askedAs) {
    byName.values().forEach(rounds -> rounds.withdrawn(link, askedAs));
  }

  private static byte[] binding(ClientSession client, Envelope request) {
    return RequestState.binding(
        client.link().principal().getBytes(StandardCharsets.UTF_8),
        request.method().getBytes(StandardCharsets.UTF_8),
        part(request, Member.PARAMS_NAME),
        part(request, Member.PARAMS_URI),
        part(request, Member.PARAMS_ARGUMENTS));
  }

  private static byte[] part(Envelope request, Member member) {
    var raw = request.raw(member);
    return raw == null ? new byte[0] : raw;
  }
}
