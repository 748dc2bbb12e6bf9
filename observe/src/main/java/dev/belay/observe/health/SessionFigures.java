package dev.belay.observe.health;

/**
 * Numbers of clients with a lasting connection or session.
 *
 * @param legacy sessions over Streamable HTTP
 * @param sse streams of clients of 2024-11-05
 */
public record SessionFigures(int legacy, int sse) {
  /** {@return the sum of both} */
  public int open() {
    return legacy + sse;
  }
}
