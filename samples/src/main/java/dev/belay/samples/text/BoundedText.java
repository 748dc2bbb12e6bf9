package dev.belay.samples.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** The beginning of a text of unknown length, with a line that says so where it was cut. */
public final class BoundedText {
  /** A NUL among so many first bytes makes a content binary, as Git has it. */
  private static final int PROBED_BYTES = 8000;

  private BoundedText() {}

  /**
   * Reads UTF-8.
   *
   * @param name of the content, for messages
   * @param limit the most bytes to show
   * @param size of all of it, in bytes; negative if unknown
   * @throws NoTextException if it is binary
   */
  public static String read(String name, InputStream content, int limit, long size)
      throws IOException {
    return read(name, content, StandardCharsets.UTF_8, limit, size);
  }

  /** Reads a text in the charset that it is said to be in, likewise. */
  public static String read(String name, InputStream content, Charset charset, int limit, long size)
      throws IOException {
    // One more than is shown tells whether there is more.
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

  /** {@return whether bytes are likely no text: there is a NUL among the first of them} */
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
    // A character that the limit cut in two is left out, not malformed.
    if (!decoder.decode(in, out, !cut).isError()) {
      text.append(out.flip());
      return true;
    }
    text.append(new String(bytes, 0, length, charset));
    return false;
  }
}
