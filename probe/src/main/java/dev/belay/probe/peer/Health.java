package dev.belay.probe.peer;

import org.jspecify.annotations.Nullable;

/**
 * What a server says of itself at {@code /health}.
 *
 * @param ok null where it has no such endpoint
 * @param status the HTTP status, or why there is none
 */
public record Health(@Nullable Boolean ok, String status) {
  /** What is not asked, because there is no endpoint to ask. */
  public static final Health NONE = new Health(null, "no endpoint");

  /** {@return whether it says that something is wrong} */
  public boolean isBad() {
    return ok != null && !ok;
  }

  /** {@return it, for a person} */
  public String text() {
    return ok == null ? "skipped (" + status + ")" : (ok ? "ok" : "not ok") + " (" + status + ")";
  }
}
