package dev.belay.http.route;

import java.util.List;
import java.util.Set;

/**
 * The access check of a request, before anything else is done with it.
 *
 * <p>Safe for use by many threads.
 */
@FunctionalInterface
public interface Access {
  /** The scope that allows seeing and stopping all callers' calls. */
  String ADMIN = "admin";

  /**
   * {@return the authenticated caller, or the answer that refuses the request}
   *
   * <p>The request's body has not come yet, and is empty here.
   *
   * <p>Runs on the request's own thread and may block, for example to fetch keys.
   */
  Decision decide(Request request) throws InterruptedException;

  /** {@return access that grants every request as {@code known}} */
  static Access everybody(Known known) {
    return _ -> known;
  }

  /** The result of an access check. */
  sealed interface Decision {}

  /**
   * An authenticated caller.
   *
   * @param principal an authenticated subject, or {@code local}; sessions, calls and caches are
   *     bound to it
   * @param scopes permissions beyond calling tools
   */
  record Known(String principal, Set<String> scopes) implements Decision {
    /** A local caller that needed no authentication. */
    public static final Known LOCAL = new Known("local", Set.of());

    /** The owner of this machine. */
    public static final Known OWNER = new Known("local", Set.of(ADMIN));

    public Known {
      scopes = Set.copyOf(scopes);
    }

    /** {@return whether it may see and stop all callers' calls} */
    public boolean isAdmin() {
      return scopes.contains(ADMIN);
    }
  }

  /** A refused request, and the answer to it. */
  @SuppressWarnings("ArrayRecordComponent") // Answers are sent, never compared.
  record Refused(int status, List<Header> headers, byte[] body) implements Decision {
    public Refused {
      headers = List.copyOf(headers);
    }

    /** Sends this answer. */
    public void to(Response response) {
      response.send(status, headers, body);
    }
  }
}
