package dev.belay.mcp.envelope;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes a new message out of one by changing members that Belay reads, all else byte for byte.
 *
 * <p>Objects on the way to a new member are made where they are absent or null; an object that was
 * there stays, even if it becomes empty. A value that should be such an object and is of another
 * kind stays as it is. Not safe for use by several threads.
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

  /** In the order of the members: few, so that looking through them costs less than any map. */
  private final List<Change> changes = new ArrayList<>(4);

  private final List<Edit> edits = new ArrayList<>(2);

  private Splice(Envelope envelope) {
    this.envelope = envelope;
  }

  /** Begins with {@code envelope} unchanged. */
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

  /** Sets {@code member} to a JSON value, in its place if it is there, else as a new member. */
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

  /** Takes {@code member} out, if it is there. */
  public Splice remove(Member member) {
    if (envelope.has(member)) {
      set(member, new byte[0]);
    }
    return this;
  }

  /**
   * Adds one item at the end of a result's {@code content}.
   *
   * <p>A result that is no object, or whose content is no array, stays as it is.
   */
  public Splice appendContent(byte[] item) {
    Span content = envelope.span(Member.RESULT_CONTENT);
    if (content != null && content.isArray(envelope.bytes())) {
      boolean empty = ObjectEdits.isEmpty(envelope.bytes(), content);
      edits.add(new Edit(content.end() - 1, 0, empty ? item : ObjectEdits.between(",", item, "")));
    } else if (content == null) {
      Span result = envelope.result();
      if (result != null && result.isObject(envelope.bytes())) {
        set(Member.RESULT_CONTENT, ObjectEdits.between("[", item, "]"));
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
      // Never make an answer of what is none.
      if (object != null || holder.home() != Place.ENVELOPE || holder == Member.PARAMS) {
        set(holder, ObjectEdits.render(here));
      }
    } else if (object != null && object.isObject(envelope.bytes())) {
      ObjectEdits.of(envelope, object, here, edits);
    }
  }

  private Span whole() {
    byte[] bytes = envelope.bytes();
    int start = new JsonScanner(bytes, bytes.length).whitespace(0);
    return new Span(start, bytes.length - start);
  }
}
