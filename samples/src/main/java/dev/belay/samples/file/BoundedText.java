package dev.belay.samples.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Reads the beginning of a text of unknown length, with a note where it is cut. */
public final class BoundedText {
  /** Content with a NUL in this many first bytes is binary, as in Git. */
  private static final int PROBED_BYTES = 8000;

  private BoundedText() {}

  /**
   * Reads UTF-8.
   *
   * @param name the name of the content, for messages
   * @param limit the maximum number of bytes to read
   * @param size the full size in bytes; negative if unknown
   * @throws NoTextException if it is binary
   */
  public static String read(String name, InputStream content, int limit, long size)
      throws IOException {
    return read(name, content, StandardCharsets.UTF_8, limit, size);
  }

  /** Reads text in the given charset. See {@link #read(String, InputStream, int, long)}. */
  public static String read(String name, InputStream content, Charset charset, int limit, long size)
      throws IOException {
    // One extra byte reveals whether there is more.
    var bytes = content.readNBytes(limit + 1);
    if (isBinary(bytes, bytes.length) && !isWide(charset)) {
      throw new NoTextException(name + " is binary, not a text");
    }
    boolean cut = bytes.length > limit;
    var text = new StringBuilder();
    boolean clean = decode(bytes, Math.min(bytes.length, limit), charset, cut, text);
    if (!clean) {
      text.append(
          "\n[%s is not valid %s: what could not be read is shown as \uFFFD]"
              .formatted(name, charset.name()));
    }
    if (cut) {
      text.append("\n[cut: these are the first %d bytes%s]".formatted(limit, of(size)));
    }
    return text.toString();
  }

  private static String of(long size) {
    return size < 0 ? "" : " of " + size;
  }

  /** {@return whether content is binary: its beginning contains a NUL} */
  public static boolean isBinary(byte[] bytes, int length) {
    for (int i = 0; i < Math.min(length, PROBED_BYTES); i++) {
      if (bytes[i] == 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean isWide(Charset charset) {
    return charset.name().startsWith("UTF-16") || charset.name().startsWith("UTF-32");
  }

  private static boolean decode(
      byte[] bytes, int length, Charset charset, boolean cut, StringBuilder text) {
    var decoder =
        charset
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    var in = ByteBuffer.wrap(bytes, 0, length);
    var out =
        CharBuffer.allocate((int) Math.ceil(length * (double) decoder.maxCharsPerByte()) + 16);
    // A character cut by the limit is left out, not reported as malformed.
    if (!decoder.decode(in, out, !cut).isError()) {
      text.append(out.flip());
      return true;
    }
    text.append(new String(bytes, 0, length, charset));
    return false;
  }

  /** Thrown for content that is not text; the message says what it is. */
  public static final class NoTextException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception whose message names the content and the reason. */
    public NoTextException(String message) {
      super(message);
    }
  }
}
