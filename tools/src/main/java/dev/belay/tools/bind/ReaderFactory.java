package dev.belay.tools.bind;

import dev.belay.tools.bind.Scalars.WrittenReader;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import java.util.function.Function;

/**
 * Makes one reader per type, so that a recursive type refers to its own reader.
 *
 * <p>For use by one thread; the readers are safe for use by many.
 */
public final class ReaderFactory {
  static final String NO_ARRAYS = "arrays cannot be read: use a List";

  /** The deepest nesting of types: only a type that grows without end exceeds it. */
  private static final int DEEPEST = 12;

  private static final Set<Class<?>> LISTS =
      Set.of(List.class, Collection.class, Iterable.class, SequencedCollection.class);
  private static final Set<Class<?>> SETS = Set.of(Set.class, SequencedSet.class);
  private static final Set<Class<?>> MAPS = Set.of(Map.class, SequencedMap.class);

  private final Map<ConcreteType, ValueReader> known = new HashMap<>();

  /**
   * Returns the reader of a type, made at the first request.
   *
   * @throws UnbindableException if JSON cannot represent the type
   */
  public ValueReader of(Type type) {
    return of(ConcreteType.of(type, null));
  }

  ValueReader of(ConcreteType type) {
    // Before the lookup: equality of records is expensive to link, and most types are scalars.
    var scalar = Scalars.of(type.raw());
    return scalar.isPresent() ? scalar.get() : composed(type);
  }

  private ValueReader composed(ConcreteType type) {
    if (type.depth() > DEEPEST) {
      throw new UnbindableException("the type " + type + " grows without end");
    }
    var reader = known.get(type);
    if (reader == null) {
      try {
        reader = make(type);
      } catch (UnbindableException e) {
        // The next use of the type must fail with the same message.
        known.remove(type);
        throw e;
      }
      known.putIfAbsent(type, reader);
    }
    return reader;
  }

  /** Registers {@code reader} before it is complete, for uses of the type within itself. */
  void making(ConcreteType type, ValueReader reader) {
    known.put(type, reader);
  }

  private ValueReader make(ConcreteType type) {
    var raw = type.raw();
    if (raw.isEnum()) {
      return EnumReader.of(raw);
    }
    if (raw.isRecord()) {
      return RecordReader.of(type, this);
    }
    if (raw.isSealed()) {
      return VariantReader.of(type, this);
    }
    return many(type, raw);
  }

  private ValueReader many(ConcreteType type, Class<?> raw) {
    if (LISTS.contains(raw)) {
      return ItemsReader.list(of(type.argument(0)));
    }
    if (SETS.contains(raw)) {
      return ItemsReader.set(of(type.argument(0)));
    }
    if (MAPS.contains(raw)) {
      return new MapReader(key(type.argument(0)), of(type.argument(1)));
    }
    return optional(type, raw);
  }

  private ValueReader key(ConcreteType type) {
    return switch (of(type)) {
      case WrittenReader written -> written;
      case EnumReader constants -> constants;
      default ->
          throw new UnbindableException(
              "the keys of a map must be strings, or written as such, not " + type);
    };
  }

  private ValueReader optional(ConcreteType type, Class<?> raw) {
    if (raw == Optional.class) {
      return new OptionalReader(of(type.argument(0)), Optional.empty(), Optional::of);
    }
    if (raw == OptionalInt.class) {
      return optional(int.class, OptionalInt.empty(), value -> OptionalInt.of((int) value));
    }
    if (raw == OptionalLong.class) {
      return optional(long.class, OptionalLong.empty(), value -> OptionalLong.of((long) value));
    }
    if (raw == OptionalDouble.class) {
      return optional(
          double.class, OptionalDouble.empty(), value -> OptionalDouble.of((double) value));
    }
    return any(raw);
  }

  private static ValueReader optional(Class<?> type, Object absent, Function<Object, Object> wrap) {
    return new OptionalReader(Scalars.of(type).orElseThrow(), absent, wrap);
  }

  private static ValueReader any(Class<?> raw) {
    if (raw == Object.class) {
      return new PlainReader();
    }
    // By name: a look at the class itself would load databind for tools that do not use it.
    if (raw.getName().startsWith("tools.jackson.databind.")) {
      return new TreeReader(raw);
    }
    throw new UnbindableException(
        raw.isArray()
            ? NO_ARRAYS
            : "no JSON can become a "
                + raw.getTypeName()
                + ": use a record in its place, or have an Injector give it");
  }
}
