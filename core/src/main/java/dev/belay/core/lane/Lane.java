package dev.belay.core.lane;

/** What a call may run beside (C19). */
public sealed interface Lane {
  /** Beside everything but an exclusive call. */
  record Parallel() implements Lane {}

  /** Beside nothing. */
  record Exclusive() implements Lane {}

  /**
   * Beside everything but an exclusive call and those it would collide with on one resource: two
   * that read do not collide.
   *
   * @param resource what is read or written, such as a path; compared as text
   */
  record Keyed(String resource, Access access) implements Lane {}

  /** What a keyed call does to its resource. */
  enum Access {
    /** It looks. */
    READ,
    /** It changes. */
    WRITE
  }

  /** {@return true if a call of this lane and one of {@code other} may run at once} */
  default boolean bears(Lane other) {
    return switch (this) {
      case Exclusive _ -> false;
      case Parallel _ -> !(other instanceof Exclusive);
      case Keyed(String resource, Access access) ->
          switch (other) {
            case Exclusive _ -> false;
            case Parallel _ -> true;
            case Keyed(String its, Access itsAccess) ->
                !resource.equals(its) || (access == Access.READ && itsAccess == Access.READ);
          };
    };
  }
}
