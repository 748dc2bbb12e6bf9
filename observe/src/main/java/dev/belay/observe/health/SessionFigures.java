package dev.belay.observe.health;

/**
 * How many clients are there that last longer than a request.
 *
 * @param legacy sessions over Streamable HTTP
 * @param sse streams of clients of 2024-11-05
 */
public record SessionFigures(int legacy, int sse) {
  /** {@return all of them} */
  public int open() {
    return legacy + sse;
  }
}
