package dev.belay.core.lane;

/** Which calls may run concurrently with a call (C19). */
public sealed interface Lane {
  /** Concurrent with every call but an exclusive one. */
  record Parallel() implements Lane {}

  /** Concurrent with no other call. */
  record Exclusive() implements Lane {}

  /**
   * Concurrent with every call but an exclusive one and those that conflict on the same resource:
   * two reads do not conflict.
   *
   * @param resource the resource that is read or written, such as a path; compared as text
   */
  record Keyed(String resource, Access access) implements Lane {}

  /** How a keyed call uses its resource. */
  enum Access {
    /** The call reads it. */
    READ,
    /** The call changes it. */
    WRITE
  }

  /** {@return true if a call of this lane and one of {@code other} may run concurrently} */
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
