package dev.belay.mcp.envelope;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Turns changes to one object's members into edits of its bytes, commas included. */
final class ObjectEdits {
  private ObjectEdits() {}

  /** Adds to {@code edits} what makes {@code changes}; an empty value takes a member out. */
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

  /** {@return whether an object or array has nothing in it} */
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

  /** Cuts members out with one comma each; false if none is left. */
  private static boolean remove(
      Envelope envelope, Span object, List<Change> changes, List<Edit> edits) {
    var gone = new ArrayList<Integer>();
    for (var change : changes) {
      Span value = envelope.span(change.member());
      if (change.isRemoval() && value != null) {
        gone.add(value.offset());
      }
    }
    int cutFrom = -1; // start of the run of removed members that is being passed
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
      // At the end there is no comma after the run: the one before it goes instead.
      edits.add(cut(lastKept < 0 ? cutFrom : lastKept, last));
    }
    return lastKept >= 0;
  }

  private static Edit cut(int from, int to) {
    return new Edit(from, to - from, new byte[0]);
  }
}
