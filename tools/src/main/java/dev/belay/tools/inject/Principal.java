package dev.belay.tools.inject;

/** Who is calling: an authenticated subject, or {@code local}. */
public record Principal(String name) {
  /** {@return whether nobody had to say who they are: the caller is on this machine} */
  public boolean isLocal() {
    return name.equals("local");
  }
}
