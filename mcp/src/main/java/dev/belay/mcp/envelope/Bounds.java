package dev.belay.mcp.envelope;

import dev.belay.core.name.ShortText;

/**
 * Bounds on one message; its size is bounded where lines are read.
 *
 * @param depth the greatest nesting depth of objects and arrays, the message itself counting as one
 * @param unknownMembers the greatest number of members unknown to JSON-RPC in the envelope
 * @param idBytes the greatest length, as written, of an id, a progress token or a task id
 * @param batch the greatest number of messages in a batch
 * @param nameChars the longest name of a method, a tool or a prompt
 * @param uriChars the longest URI of a resource
 * @param introductionBytes the greatest length, as written, of a client's description of itself,
 *     which is kept
 */
public record Bounds(
    int depth,
    int unknownMembers,
    int idBytes,
    int batch,
    int nameChars,
    int uriChars,
    int introductionBytes) {
  /** The default bounds. */
  public static final Bounds DEFAULT =
      new Bounds(64, 64, 1024, 1000, ShortText.NAME, 8 * 1024, 64 * 1024);

  /** For messages that were within their bounds when received, and changed by Belay alone. */
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
