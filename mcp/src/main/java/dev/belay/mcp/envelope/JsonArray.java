package dev.belay.mcp.envelope;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Splits JSON arrays into their items and joins items into arrays, each item as written. */
public final class JsonArray {
  private JsonArray() {}

  /** Returns the items of a valid JSON value, or null if it is not an array. */
  public static @Nullable List<byte[]> items(byte[] json) {
    Span whole = Slices.whole(json);
    if (whole.length() == 0 || !whole.isArray(json)) {
      return null;
    }
    var items = new ArrayList<byte[]>();
    for (Span item : Slices.items(json, whole)) {
      items.add(item.of(json));
    }
    return items;
  }

  /** Returns an array of these items. */
  public static byte[] of(List<byte[]> items) {
    int size = 1 + Math.max(1, items.size());
    for (byte[] item : items) {
      size += item.length;
    }
    // Into an array of exactly that size: a list of tools may be long, and is copied once.
    var out = ByteBuffer.allocate(size);
    char before = '[';
    for (byte[] item : items) {
      out.put((byte) before).put(item);
      before = ',';
    }
    if (items.isEmpty()) {
      out.put((byte) '[');
    }
    return out.put((byte) ']').array();
  }
}
