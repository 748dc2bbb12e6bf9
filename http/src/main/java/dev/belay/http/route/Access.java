package dev.belay.http.route;

import java.util.List;
import java.util.Set;

/**
 * Who is behind a request: asked before anything else is done with it.
 *
 * <p>Safe for use by many threads.
 */
@FunctionalInterface
public interface Access {
  /** What whoever may see and stop everybody's calls holds. */
  String ADMIN = "admin";

  /**
   * {@return who it is, or the answer that turns the request down}
   *
   * <p>Its body has not come yet, and is empty here.
   *
   * <p>Runs on the request's own thread, and may wait for something that was never fetched before.
   */
  Decision decide(Request request) throws InterruptedException;

  /** {@return access for everybody, each of whom is {@code known}} */
  static Access everybody(Known known) {
    return _ -> known;
  }

  /** What came of asking. */
  sealed interface Decision {}

  /**
   * Somebody who may come in.
   *
   * @param principal an authenticated subject, or {@code local}: what sessions, calls and caches
   *     are bound to
   * @param scopes what it may do besides calling tools
   */
  record Known(String principal, Set<String> scopes) implements Decision {
    /** Somebody at this machine, who did not have to prove anything. */
    public static final Known LOCAL = new Known("local", Set.of());

    /** The owner of this machine. */
    public static final Known OWNER = new Known("local", Set.of(ADMIN));

    public Known {
      scopes = Set.copyOf(scopes);
    }

    /** {@return whether it may see and stop everybody's calls} */
    public boolean isAdmin() {
      return scopes.contains(ADMIN);
    }
  }

  /** Nobody who may come in, and what is answered. */
  @SuppressWarnings("ArrayRecordComponent") // Answers are sent, never compared.
  record Refused(int status, List<Header> headers, byte[] body) implements Decision {
    public Refused {
      headers = List.copyOf(headers);
    }

    /** Answers with it. */
    public void to(Response response) {
      response.send(status, headers, body);
    }
  }
}
