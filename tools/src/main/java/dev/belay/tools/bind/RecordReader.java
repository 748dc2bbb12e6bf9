package dev.belay.tools.bind;

import dev.belay.tools.schema.WireNames;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads objects into records by their canonical constructors; an exception from a constructor is
 * reported as the caller's mistake.
 */
final class RecordReader implements ValueReader {
  private final Class<?> type;
  private final Invoker constructor;
  private List<Slot> slots = List.of();

  private RecordReader(Class<?> type) {
    this.type = type;
    this.constructor = Invoker.of(canonical(type));
  }

  static RecordReader of(ConcreteType type, ReaderFactory readers) {
    var reader = new RecordReader(type.raw());
    // Before its components: one of them may have the same type.
    readers.making(type, reader);
    reader.slots =
        Stream.of(type.raw().getRecordComponents())
            .map(component -> slot(component, type, readers))
            .toList();
    reader.checkNames();
    reader.checkFinite();
    return reader;
  }

  private static Slot slot(RecordComponent component, ConcreteType owner, ReaderFactory readers) {
    try {
      var reader = readers.of(ConcreteType.of(component.getGenericType(), owner));
      return Slots.of(WireNames.of(component), component, reader);
    } catch (UnbindableException e) {
      throw e.in("component " + component.getName() + " of " + owner);
    }
  }

  private void checkNames() {
    var names = new HashSet<String>();
    for (var slot : slots) {
      if (!names.add(slot.name())) {
        throw new UnbindableException(
            "two components of " + type.getName() + " are called " + slot.name());
      }
    }
  }

  /**
   * Refuses a record with a required component of its own type, for which no finite JSON exists.
   */
  private void checkFinite() {
    var open = new ArrayList<RecordReader>(List.of(this));
    var seen = new HashSet<RecordReader>();
    while (!open.isEmpty()) {
      for (var slot : open.removeLast().slots) {
        if (slot.required() && slot.reader() == this) {
          throw new UnbindableException(
              "every "
                  + type.getName()
                  + " holds another one, without end: make a component Optional, or a List");
        }
        if (slot.required() && slot.reader() instanceof RecordReader inner && seen.add(inner)) {
          open.add(inner);
        }
      }
    }
  }

  boolean has(String property) {
    return slots.stream().anyMatch(slot -> slot.name().equals(property));
  }

  @Override
  public Object read(JsonNode json) {
    if (!json.isObject()) {
      throw ArgumentMismatchException.of("an object", json);
    }
    var values = new @Nullable Object[slots.size()];
    for (int i = 0; i < values.length; i++) {
      var slot = slots.get(i);
      values[i] = slot.read(json.get(slot.name()));
    }
    return construct(values, json);
  }

  private Object construct(@Nullable Object[] values, JsonNode json) {
    try {
      return Objects.requireNonNull(constructor.invoke(values));
    } catch (Error e) {
      throw e;
    } catch (Throwable e) {
      var why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      throw ArgumentMismatchException.of(
          "a valid " + type.getSimpleName() + " (" + why + ")", json, e);
    }
  }

  private static Constructor<?> canonical(Class<?> type) {
    var components =
        Stream.of(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      return type.getDeclaredConstructor(components);
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("A record without its constructor: " + type, e);
    }
  }
}
