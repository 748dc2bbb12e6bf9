package dev.belay.mcp.envelope;

import dev.belay.core.name.ShortText;

/**
 * How much one message may ask of its reader; its size is bounded where lines are read.
 *
 * @param depth how deep objects and arrays may nest, the message itself counting as one
 * @param unknownMembers how many members unknown to JSON-RPC the envelope may have
 * @param idBytes how long an id or a progress token may be, as written, and the id of a task
 * @param batch how many messages a batch may hold
 * @param nameChars how long the name of a method, a tool or a prompt may be
 * @param uriChars how long the URI of a resource may be
 * @param introductionBytes how long what a client says of itself may be, as written: it is kept
 */
public record Bounds(
    int depth,
    int unknownMembers,
    int idBytes,
    int batch,
    int nameChars,
    int uriChars,
    int introductionBytes) {
  /** What holds unless configured otherwise. */
  public static final Bounds DEFAULT =
      new Bounds(64, 64, 1024, 1000, ShortText.NAME, 8 * 1024, 64 * 1024);

  /** For what was within its bounds when it came, and has been changed by Belay alone. */
  public static final Bounds NONE =
      new Bounds(
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          Integer.MAX_VALUE,
          Integer.MAX_VALUE);

  /** {@return these bounds with another depth} */
  public Bounds withDepth(int depth) {
    return new Bounds(
        depth, unknownMembers, idBytes, batch, nameChars, uriChars, introductionBytes);
  }
}
