package dev.belay.tools.bind;

import dev.belay.tools.schema.WireNames;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** Reads objects into the records of a sealed type, selected by one property. */
final class VariantReader implements ValueReader {
  private final Map<String, ValueReader> variants = new LinkedHashMap<>();

  private VariantReader() {}

  static VariantReader of(ConcreteType type, ReaderFactory readers) {
    var reader = new VariantReader();
    // Before its records: one of them may have the same type.
    readers.making(type, reader);
    reader.add(type.raw(), readers);
    return reader;
  }

  private void add(Class<?> sealed, ReaderFactory readers) {
    for (var permitted : sealed.getPermittedSubclasses()) {
      if (permitted.isRecord()) {
        addRecord(permitted, readers);
      } else if (permitted.isSealed()) {
        add(permitted, readers);
      } else {
        throw new UnbindableException(
            permitted.getName() + " of " + sealed.getName() + " is no record: make it one");
      }
    }
  }

  private void addRecord(Class<?> type, ReaderFactory readers) {
    var reader = readers.of(type);
    var name = WireNames.of(type);
    if (reader instanceof RecordReader fields && fields.has(WireNames.DISCRIMINATOR)) {
      throw new UnbindableException(
          type.getName()
              + " has a component "
              + WireNames.DISCRIMINATOR
              + ", which is what tells the records of a sealed type apart: name it otherwise");
    }
    var before = variants.put(name, reader);
    // A record appears twice if it belongs to two nested sealed types.
    if (before != null && !before.equals(reader)) {
      throw new UnbindableException("two records of one sealed type are called " + name);
    }
  }

  @Override
  public Object read(JsonNode json) {
    if (!json.isObject()) {
      throw ArgumentMismatchException.of("an object", json);
    }
    var tag = json.get(WireNames.DISCRIMINATOR);
    var variant = tag == null || !tag.isString() ? null : variants.get(tag.stringValue());
    if (variant == null) {
      var expected = "one of " + String.join(", ", variants.keySet());
      throw (tag == null
              ? ArgumentMismatchException.missing(expected)
              : ArgumentMismatchException.of(expected, tag))
          .in(WireNames.DISCRIMINATOR);
    }
    return Objects.requireNonNull(variant.read(json));
  }
}
