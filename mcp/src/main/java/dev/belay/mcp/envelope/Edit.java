package dev.belay.mcp.envelope;

import java.util.Comparator;
import java.util.List;

/** Bytes to put in the place of {@code length} others. */
final class Edit {
  // At one offset what is put in comes before what is cut out.
  private static final Comparator<Edit> ORDER =
      Comparator.<Edit>comparingInt(edit -> edit.offset).thenComparingInt(edit -> edit.length);

  private final int offset;
  private final int length;
  private final byte[] with;

  Edit(int offset, int length, byte[] with) {
    this.offset = offset;
    this.length = length;
    this.with = with;
  }

  /** Returns {@code bytes} with all edits made; they must not overlap. */
  static byte[] apply(byte[] bytes, List<Edit> edits) {
    edits.sort(ORDER);
    int size = bytes.length;
    for (Edit edit : edits) {
      size += edit.with.length - edit.length;
    }
    var out = new byte[size];
    int read = 0;
    int written = 0;
    for (Edit edit : edits) {
      int kept = edit.offset - read;
      if (kept < 0) {
        throw new IllegalStateException("a member was changed both whole and in part");
      }
      System.arraycopy(bytes, read, out, written, kept);
      System.arraycopy(edit.with, 0, out, written + kept, edit.with.length);
      written += kept + edit.with.length;
      read = edit.offset + edit.length;
    }
    System.arraycopy(bytes, read, out, written, bytes.length - read);
    return out;
  }
}
