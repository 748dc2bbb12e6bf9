package dev.belay.mcp.envelope;

import dev.belay.mcp.envelope.JsonScanner.Cursor;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One JSON object whose members can be changed; unchanged ones keep their spelling.
 *
 * <p>For objects that {@link Splice} does not reach. An unchanged object is written byte for byte;
 * if a member changes, the others keep their spelling, and only the white space between them is
 * lost. Of duplicate keys the first is read, and a change applies to all. Not safe for use by
 * several threads.
 */
public final class JsonObject {
  private static final byte[] EMPTY = {'{', '}'};

  /** One member: its value is a slice of some bytes, or an object that has been opened. */
  private static final class Slot {
    private final String name;
    private final byte[] key;
    private byte[] in;
    private Span at;
    private @Nullable JsonObject opened;

    Slot(String name, byte[] key, byte[] in, Span at) {
      this.name = name;
      this.key = key;
      this.in = in;
      this.at = at;
    }

    void put(byte[] value, @Nullable JsonObject object) {
      in = value;
      at = new Span(0, value.length);
      opened = object;
    }

    byte[] value() {
      return opened == null ? at.of(in) : opened.json();
    }

    boolean isChanged() {
      return opened != null && opened.isChanged();
    }

    int length() {
      return opened == null ? at.length() : opened.length();
    }

    void writeTo(ByteBuffer out) {
      if (opened == null) {
        out.put(in, at.offset(), at.length());
      } else {
        opened.writeTo(out);
      }
    }
  }

  private final byte[] source;
  private final Span whole;
  private final List<Slot> slots = new ArrayList<>();
  private boolean changed;

  private JsonObject(byte[] source, Span whole) {
    this.source = source;
    this.whole = whole;
    try {
      Cursor cursor = Cursor.object(new JsonScanner(source, whole.end()), whole.offset());
      while (cursor.next()) {
        Span key = cursor.key();
        slots.add(new Slot(JsonString.decode(source, key), key.of(source), source, cursor.value()));
      }
    } catch (NotJson e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Creates an object without members. */
  public static JsonObject empty() {
    return new JsonObject(EMPTY, new Span(0, EMPTY.length));
  }

  /** Reads a valid JSON value; null if it is not an object. */
  public static @Nullable JsonObject of(byte[] json) {
    Span whole = Slices.whole(json);
    return whole.length() == 0 ? null : of(json, whole);
  }

  /** Reads the value at {@code span} of valid JSON; null if it is not an object. */
  public static @Nullable JsonObject of(byte[] bytes, Span span) {
    return span.isObject(bytes) ? new JsonObject(bytes, span) : null;
  }

  /** {@return whether it has no members} */
  public boolean isEmpty() {
    return slots.isEmpty();
  }

  /** {@return the names of its members, in their order} */
  public Set<String> names() {
    var names = new LinkedHashSet<String>();
    for (Slot slot : slots) {
      names.add(slot.name);
    }
    return Collections.unmodifiableSet(names);
  }

  /** {@return whether the member is present, even if null} */
  public boolean has(String name) {
    return slot(name) != null;
  }

  /** {@return a copy of that member's value, or null if it is absent} */
  public byte @Nullable [] raw(String name) {
    Slot slot = slot(name);
    return slot == null ? null : slot.value();
  }

  /** {@return the text of that member, or null if it is absent or not a string} */
  public @Nullable String text(String name) {
    Slot slot = slot(name);
    return slot == null || slot.opened != null || !slot.at.isString(slot.in)
        ? null
        : JsonString.decode(slot.in, slot.at);
  }

  /** {@return whether that member is the literal {@code true}} */
  public boolean isTrue(String name) {
    Slot slot = slot(name);
    return slot != null && slot.opened == null && slot.in[slot.at.offset()] == 't';
  }

  /**
   * Opens the object that is that member's value: changes to it apply to this object.
   *
   * @return null if the member is absent or not an object
   */
  public @Nullable JsonObject object(String name) {
    Slot slot = slot(name);
    if (slot != null && slot.opened == null) {
      slot.opened = of(slot.in, slot.at);
    }
    return slot == null ? null : slot.opened;
  }

  /** Opens the object that is that member's value, creating it if it is absent or not an object. */
  public JsonObject open(String name) {
    JsonObject there = object(name);
    if (there != null) {
      return there;
    }
    JsonObject made = empty();
    put(name, EMPTY, made);
    return made;
  }

  /** Sets that member to a JSON value, in its place if present, otherwise at the end. */
  public JsonObject set(String name, byte[] json) {
    put(name, json, null);
    return this;
  }

  /** Sets that member to a JSON value. */
  public JsonObject set(String name, RawJson json) {
    return set(name, json.bytes());
  }

  /** Sets that member to a string. */
  public JsonObject setText(String name, String text) {
    return set(name, JsonString.encode(text));
  }

  /** Removes that member, with duplicates. */
  public JsonObject remove(String name) {
    changed |= slots.removeIf(slot -> slot.name.equals(name));
    return this;
  }

  /** {@return the JSON of the object} */
  public byte[] json() {
    var json = new byte[length()];
    writeTo(ByteBuffer.wrap(json));
    return json;
  }

  /** Its values may be large: they are copied once, to their destination. */
  private int length() {
    if (!isChanged()) {
      return whole.length();
    }
    int length = EMPTY.length + Math.max(0, slots.size() - 1);
    for (Slot slot : slots) {
      length += slot.key.length + 1 + slot.length();
    }
    return length;
  }

  private boolean isChanged() {
    return changed || slots.stream().anyMatch(Slot::isChanged);
  }

  private void writeTo(ByteBuffer out) {
    if (!isChanged()) {
      out.put(source, whole.offset(), whole.length());
      return;
    }
    byte before = '{';
    for (Slot slot : slots) {
      out.put(before).put(slot.key).put((byte) ':');
      slot.writeTo(out);
      before = ',';
    }
    if (slots.isEmpty()) {
      out.put((byte) '{');
    }
    out.put((byte) '}');
  }

  private void put(String name, byte[] value, @Nullable JsonObject opened) {
    changed = true;
    Slot slot = slot(name);
    if (slot == null) {
      slot = new Slot(name, JsonString.encode(name), value, new Span(0, value.length));
      slots.add(slot);
    }
    slot.put(value, opened);
    Slot kept = slot;
    slots.removeIf(other -> other != kept && other.name.equals(name));
  }

  private @Nullable Slot slot(String name) {
    for (Slot slot : slots) {
      if (slot.name.equals(name)) {
        return slot;
      }
    }
    return null;
  }
}
