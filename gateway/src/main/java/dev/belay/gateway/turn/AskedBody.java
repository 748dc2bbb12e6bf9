package dev.belay.gateway.turn;

import dev.belay.core.turn.TurnRequest;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The members of the body of a request for a turn, read with errors that name the invalid one. */
public final class AskedBody {
  private final JsonObject object;

  private AskedBody(JsonObject object) {
    this.object = object;
  }

  /**
   * Reads a body.
   *
   * @param known the members that it may have
   * @throws InvalidTurn if it is no JSON object, or has an unknown member
   */
  public static AskedBody of(byte[] body, Set<String> known) throws InvalidTurn {
    var object = object(body);
    for (var name : object.names()) {
      if (!known.contains(name)) {
        var all = String.join(", ", known.stream().sorted().toList());
        throw new InvalidTurn(name + " is unknown; there are " + all);
      }
    }
    return new AskedBody(object);
  }

  private static JsonObject object(byte[] body) throws InvalidTurn {
    try {
      var object = body.length == 0 ? null : JsonObject.of(body, Slices.value(body));
      if (object == null) {
        throw new InvalidTurn("the body is no JSON object");
      }
      return object;
    } catch (NotJson e) {
      throw new InvalidTurn("the body is no JSON: " + e.getMessage());
    }
  }

  byte @Nullable [] raw(String name) {
    return object.raw(name);
  }

  /**
   * {@return a required text of any length}
   *
   * @throws InvalidTurn if it is missing, blank, or no text
   */
  public String text(String name) throws InvalidTurn {
    var text = object.text(name);
    if (text == null && isThere(object.raw(name))) {
      throw new InvalidTurn(name + " is no text");
    }
    if (text == null || text.isBlank()) {
      throw new InvalidTurn(name + " is missing");
    }
    return text;
  }

  /**
   * {@return a required name}
   *
   * @throws InvalidTurn if it is missing, blank, or could forge a line of a log
   */
  public String required(String name) throws InvalidTurn {
    return Named.checked(text(name), name);
  }

  /**
   * {@return a name; null if absent}
   *
   * @throws InvalidTurn if it is no text, or could forge a line of a log
   */
  public @Nullable String optional(String name) throws InvalidTurn {
    var text = object.text(name);
    if (text == null && isThere(object.raw(name))) {
      throw new InvalidTurn(name + " is no text");
    }
    return text == null ? null : Named.checked(text, name);
  }

  private static boolean isThere(byte @Nullable [] raw) {
    return raw != null && raw[0] != 'n';
  }

  long number(String name, long otherwise) throws InvalidTurn {
    var raw = object.raw(name);
    if (raw == null || !isThere(raw)) {
      return otherwise;
    }
    var text = new String(raw, StandardCharsets.UTF_8);
    if (!text.matches("\\d{1,12}")) {
      throw new InvalidTurn(name + " is no whole number from 0 on");
    }
    return Long.parseLong(text);
  }

  /**
   * {@return {@code timeoutMs}: the limit of the turn; null if absent}
   *
   * @throws InvalidTurn if it is no non-negative integer
   */
  public @Nullable Duration limit() throws InvalidTurn {
    return object.has("timeoutMs") ? Duration.ofMillis(number("timeoutMs", 0)) : null;
  }

  /**
   * {@return {@code disconnectGraceMs}: how long the turn goes on after its clients have left
   * (C39)}
   *
   * @throws InvalidTurn if it is no integer from 0 to the longest grace
   */
  public Duration grace() throws InvalidTurn {
    var grace = Duration.ofMillis(number("disconnectGraceMs", 0));
    if (grace.compareTo(TurnRequest.MOST_GRACE) > 0) {
      throw new InvalidTurn("disconnectGraceMs is more than " + TurnRequest.MOST_GRACE.toMillis());
    }
    return grace;
  }

  /**
   * {@return the granted part of a requested limit, bounded by configuration (C28)}
   *
   * @param most the maximum limit of a turn, and the default; zero is without limit
   */
  public static Duration granted(@Nullable Duration wish, Duration most) {
    if (wish == null) {
      return most;
    }
    boolean isMore = wish.isZero() || wish.compareTo(most) > 0;
    return isMore && !most.isZero() ? most : wish;
  }

  /**
   * {@return a path; null if absent}
   *
   * @throws InvalidTurn if it is no path
   */
  public @Nullable Path path(String name) throws InvalidTurn {
    var text = optional(name);
    return text == null ? null : path(text, name);
  }

  /**
   * {@return a list of paths; empty if absent}
   *
   * @throws InvalidTurn if it is no list of paths
   */
  public List<Path> paths(String name) throws InvalidTurn {
    var raw = object.raw(name);
    var paths = new ArrayList<Path>();
    if (raw != null && isThere(raw)) {
      for (var item : items(raw, name)) {
        if (!item.isString(raw)) {
          throw new InvalidTurn(name + " is no list of texts");
        }
        paths.add(path(JsonString.decode(raw, item), name));
      }
    }
    return paths;
  }

  private static Path path(String text, String name) throws InvalidTurn {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new InvalidTurn(name + " is no path: " + e.getReason());
    }
  }

  static List<Span> items(byte[] raw, String name) throws InvalidTurn {
    var whole = new Span(0, raw.length);
    if (!whole.isArray(raw)) {
      throw new InvalidTurn(name + " is no list");
    }
    return Slices.items(raw, whole);
  }
}
