package dev.belay.tools.result;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** One piece of a result (MCP 2026-07-28 §tool-result). */
public sealed interface Content {
  /** A text. */
  record Text(String text) implements Content {}

  /** A picture. */
  record Image(Bytes data, String mimeType) implements Content {}

  /** A sound. */
  record Audio(Bytes data, String mimeType) implements Content {}

  /**
   * A link to a resource that the client may read.
   *
   * @param size in bytes; −1 if unknown
   */
  record Link(
      URI uri, String name, @Nullable String description, @Nullable String mimeType, long size)
      implements Content {}

  /** A text resource with its address. */
  record EmbeddedText(URI uri, @Nullable String mimeType, String text) implements Content {}

  /** A binary resource with its address. */
  record EmbeddedBytes(URI uri, @Nullable String mimeType, Bytes data) implements Content {}

  /**
   * A piece of another kind with its metadata.
   *
   * @param meta {@code _meta} of the piece; null for none
   */
  record Noted(Content piece, Annotations annotations, @Nullable ObjectNode meta)
      implements Content {
    /** Refuses a piece that already has metadata. */
    public Noted {
      if (piece instanceof Noted) {
        throw new IllegalArgumentException("what is noted already: use annotated or withMeta");
      }
    }
  }

  /** {@return this piece with those annotations} */
  default Content annotated(Annotations annotations) {
    return this instanceof Noted(Content piece, _, ObjectNode meta)
        ? new Noted(piece, annotations, meta)
        : new Noted(this, annotations, null);
  }

  /** {@return this piece with that {@code _meta}} */
  default Content withMeta(ObjectNode meta) {
    return this instanceof Noted(Content piece, Annotations annotations, _)
        ? new Noted(piece, annotations, meta)
        : new Noted(this, Annotations.NONE, meta);
  }

  /** {@return a text} */
  static Content text(String text) {
    return new Text(text);
  }

  /** {@return a picture, such as {@code image/png}} */
  static Content image(byte[] data, String mimeType) {
    return new Image(Bytes.of(data), mimeType);
  }

  /** {@return a sound, such as {@code audio/wav}} */
  static Content audio(byte[] data, String mimeType) {
    return new Audio(Bytes.of(data), mimeType);
  }

  /** {@return a link to a resource} */
  static Content link(URI uri, String name) {
    return new Link(uri, name, null, null, -1);
  }

  /** {@return a text resource with its address} */
  static Content resource(URI uri, String mimeType, String text) {
    return new EmbeddedText(uri, mimeType, text);
  }

  /** {@return a binary resource with its address} */
  static Content resource(URI uri, String mimeType, byte[] data) {
    return new EmbeddedBytes(uri, mimeType, Bytes.of(data));
  }
}
