package dev.belay.mcp.envelope;

import dev.belay.mcp.envelope.JsonScanner.Cursor;
import dev.belay.mcp.envelope.Member.Place;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Makes a new message from another by changing members that Belay reads, otherwise byte for byte.
 *
 * <p>Objects on the path to a new member are created if absent or null; an existing object stays,
 * even if it becomes empty. A value of another type in place of such an object is left alone. Not
 * safe for use by several threads.
 */
public final class Splice {
  private static final Place[] INNER_FIRST = {
    Place.PARAMS_META,
    Place.RESULT_META,
    Place.RESULT_TASK,
    Place.PARAMS,
    Place.RESULT,
    Place.ERROR,
    Place.ENVELOPE
  };

  private final Envelope envelope;

  /** In the order of the members: few, so that a linear search costs less than any map. */
  private final List<Change> changes = new ArrayList<>(4);

  private final List<Edit> edits = new ArrayList<>(2);

  private Splice(Envelope envelope) {
    this.envelope = envelope;
  }

  /** Creates a splice without changes. */
  public static Splice of(Envelope envelope) {
    return new Splice(envelope);
  }

  /** Sets the id. */
  public Splice id(RequestId id) {
    return set(Member.ID, id);
  }

  /** Sets {@code member} to an id or a token. */
  public Splice set(Member member, RequestId id) {
    return set(member, id.json());
  }

  /** Sets {@code member} to a JSON value, in its place if present, otherwise as a new member. */
  public Splice set(Member member, byte[] json) {
    int at = 0;
    while (at < changes.size() && changes.get(at).member().compareTo(member) < 0) {
      at++;
    }
    var change = new Change(member, json);
    if (at < changes.size() && changes.get(at).member() == member) {
      changes.set(at, change);
    } else {
      changes.add(at, change);
    }
    return this;
  }

  /** Removes {@code member}, if present. */
  public Splice remove(Member member) {
    if (envelope.has(member)) {
      set(member, new byte[0]);
    }
    return this;
  }

  /**
   * Appends one item to a result's {@code content}.
   *
   * <p>A result that is not an object, or whose content is not an array, is left alone.
   */
  public Splice appendContent(byte[] item) {
    Span content = envelope.span(Member.RESULT_CONTENT);
    if (content != null && content.isArray(envelope.bytes())) {
      boolean empty = isEmpty(envelope.bytes(), content);
      edits.add(new Edit(content.end() - 1, 0, empty ? item : between(",", item, "")));
    } else if (content == null) {
      Span result = envelope.result();
      if (result != null && result.isObject(envelope.bytes())) {
        set(Member.RESULT_CONTENT, between("[", item, "]"));
      }
    }
    return this;
  }

  /** Returns the new message; call it once. */
  public byte[] bytes() {
    for (Place place : INNER_FIRST) {
      var here = at(place);
      if (!here.isEmpty()) {
        change(place, here);
      }
    }
    return Edit.apply(envelope.bytes(), edits);
  }

  private List<Change> at(Place place) {
    List<Change> here = List.of();
    for (int i = 0; i < changes.size(); i++) {
      if (changes.get(i).member().home() == place) {
        here = here.isEmpty() ? new ArrayList<>(2) : here;
        here.add(changes.get(i));
      }
    }
    return here;
  }

  private void change(Place place, List<Change> here) {
    Member holder = place.holder();
    Span object = holder == null ? whole() : envelope.span(holder);
    if (holder != null && (object == null || object.isNull(envelope.bytes()))) {
      // Never turn a message into an answer.
      if (object != null || holder.home() != Place.ENVELOPE || holder == Member.PARAMS) {
        set(holder, render(here));
      }
    } else if (object != null && object.isObject(envelope.bytes())) {
      of(envelope, object, here, edits);
    }
  }

  private Span whole() {
    byte[] bytes = envelope.bytes();
    int start = new JsonScanner(bytes, bytes.length).whitespace(0);
    return new Span(start, bytes.length - start);
  }

  /**
   * The change of one member of a message.
   *
   * @param value its new value; an empty array removes it
   */
  @SuppressWarnings("ArrayRecordComponent") // Changes are made, never compared.
  record Change(Member member, byte[] value) {
    boolean isRemoval() {
      return value.length == 0;
    }
  }

  /** Bytes that replace {@code length} others. */
  static final class Edit {
    // At the same offset, insertions come before deletions. None of Comparator's own, which can be
    // serialized, and so would be made anew at each start.
    private static final Comparator<Edit> ORDER =
        (a, b) ->
            a.offset == b.offset
                ? Integer.compare(a.length, b.length)
                : Integer.compare(a.offset, b.offset);

    private final int offset;
    private final int length;
    private final byte[] with;

    Edit(int offset, int length, byte[] with) {
      this.offset = offset;
      this.length = length;
      this.with = with;
    }

    /** Returns {@code bytes} with all edits applied; they must not overlap. */
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

  /** Adds to {@code edits} those that make {@code changes}; an empty value removes a member. */
  static void of(Envelope envelope, Span object, List<Change> changes, List<Edit> edits) {
    var added = new ByteArrayOutputStream();
    boolean removes = false;
    for (var change : changes) {
      Span old = envelope.span(change.member());
      if (change.isRemoval()) {
        removes = true;
      } else if (old != null) {
        edits.add(new Edit(old.offset(), old.length(), change.value()));
      } else {
        appendMember(added, change.member(), change.value());
      }
    }
    boolean othersStay =
        removes ? remove(envelope, object, changes, edits) : !isEmpty(envelope.bytes(), object);
    if (added.size() > 0) {
      byte[] members = added.toByteArray();
      byte[] text = othersStay ? between("", members, ",") : members;
      edits.add(new Edit(object.offset() + 1, 0, text));
    }
  }

  /** Returns an object of these members. */
  static byte[] render(List<Change> members) {
    var out = new ByteArrayOutputStream();
    for (var member : members) {
      appendMember(out, member.member(), member.value());
    }
    return between("{", out.toByteArray(), "}");
  }

  /** {@return whether an object or array is empty} */
  static boolean isEmpty(byte[] bytes, Span container) {
    var json = new JsonScanner(bytes, container.end());
    return json.whitespace(container.offset() + 1) == container.end() - 1;
  }

  static byte[] between(String before, byte[] json, String after) {
    var out = new byte[before.length() + json.length + after.length()];
    System.arraycopy(before.getBytes(StandardCharsets.US_ASCII), 0, out, 0, before.length());
    System.arraycopy(json, 0, out, before.length(), json.length);
    byte[] tail = after.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(tail, 0, out, before.length() + json.length, tail.length);
    return out;
  }

  private static void appendMember(ByteArrayOutputStream out, Member member, byte[] json) {
    if (out.size() > 0) {
      out.write(',');
    }
    out.write('"');
    out.writeBytes(member.key().getBytes(StandardCharsets.US_ASCII));
    out.write('"');
    out.write(':');
    out.writeBytes(json);
  }

  /** Removes members with one comma each; false if none is left. */
  private static boolean remove(
      Envelope envelope, Span object, List<Change> changes, List<Edit> edits) {
    var gone = new ArrayList<Integer>();
    for (var change : changes) {
      Span value = envelope.span(change.member());
      if (change.isRemoval() && value != null) {
        gone.add(value.offset());
      }
    }
    int cutFrom = -1; // start of the present run of removed members
    int lastKept = -1;
    int last = 0;
    try {
      Cursor cursor =
          Cursor.object(new JsonScanner(envelope.bytes(), object.end()), object.offset());
      while (cursor.next()) {
        int start = cursor.key().offset();
        last = cursor.value().end();
        if (gone.contains(cursor.value().offset())) {
          cutFrom = cutFrom < 0 ? start : cutFrom;
        } else {
          if (cutFrom >= 0) {
            edits.add(cut(cutFrom, start));
            cutFrom = -1;
          }
          lastKept = last;
        }
      }
    } catch (NotJson e) {
      throw new IllegalStateException(e); // the envelope was parsed
    }
    if (cutFrom >= 0) {
      // At the end there is no comma after the run: the one before it is removed instead.
      edits.add(cut(lastKept < 0 ? cutFrom : lastKept, last));
    }
    return lastKept >= 0;
  }

  private static Edit cut(int from, int to) {
    return new Edit(from, to - from, new byte[0]);
  }
}
