package dev.belay.tools.inject;

/** The caller: an authenticated subject, or {@code local}. */
public record Principal(String name) {
  /** {@return whether the caller is an unauthenticated process of this machine} */
  public boolean isLocal() {
    return name.equals("local");
  }
}
