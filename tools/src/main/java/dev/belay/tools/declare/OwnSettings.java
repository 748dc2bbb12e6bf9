package dev.belay.tools.declare;

import dev.belay.tools.inject.Settings;
import dev.belay.tools.schema.WireNames;
import java.lang.reflect.Parameter;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Fills the parameters that a tool's {@code injectSettings} name (S4-60). */
final class OwnSettings {
  private final Set<String> keys;
  private final Settings all;
  private final Set<String> unused;
  private boolean viewed;

  OwnSettings(String[] keys, Settings all) {
    this.keys = new LinkedHashSet<>(Stream.of(keys).toList());
    this.all = all;
    this.unused = new LinkedHashSet<>(this.keys);
  }

  /** {@return what the tool finds in {@code Settings}: all of them if it names none} */
  Settings visible() {
    return keys.isEmpty() ? all : all.only(keys);
  }

  Optional<Filling> of(Parameter parameter) {
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    viewed |= parameter.getType() == Settings.class;
    var name = WireNames.of(parameter);
    return keys.stream()
        .filter(key -> WireNames.snakeCase(key.replaceAll("[^A-Za-z0-9]", "_")).equals(name))
        .findFirst()
        .map(key -> value(key, parameter));
  }

  private Filling value(String key, Parameter parameter) {
    unused.remove(key);
    if (parameter.getType() != String.class) {
      throw new UnfillableException("the setting " + key + " is a String");
    }
    // One that is not set is a problem of its own, see below.
    return new Filling.Fixed(all.find(key).orElse(""));
  }

  Stream<String> leftOver() {
    if (keys.isEmpty()) {
      return Stream.empty();
    }
    return Stream.concat(
        keys.stream()
            .filter(key -> all.find(key).isEmpty())
            .map(key -> "the setting " + key + " is not set: the tool cannot work without it"),
        unused.stream()
            .filter(_ -> !viewed)
            .map(key -> "injectSettings finds no parameter for " + key + ", and no Settings"));
  }
}
