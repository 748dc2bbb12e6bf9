package dev.belay.mcp.envelope;

/**
 * How much one message may ask of its reader; its size is bounded where lines are read.
 *
 * @param depth how deep objects and arrays may nest, the message itself counting as one
 * @param unknownMembers how many members unknown to JSON-RPC the envelope may have
 * @param idBytes how long an id or a progress token may be, as written
 * @param batch how many messages a batch may hold
 */
public record Bounds(int depth, int unknownMembers, int idBytes, int batch) {
  /** What holds unless configured otherwise. */
  public static final Bounds DEFAULT = new Bounds(64, 64, 1024, 1000);

  /** {@return these bounds with another depth} */
  public Bounds withDepth(int depth) {
    return new Bounds(depth, unknownMembers, idBytes, batch);
  }
}
