package dev.belay.gateway.catalog;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What one server is known to have, by its newest lists: enough to find out whose a name or a URI
 * is. Lists that nobody has read yet are unknown, not empty.
 *
 * <p>Concurrency: {@code lock} guards all.
 */
final class Offer {
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Map<ListKind, Set<String>> keys = new EnumMap<>(ListKind.class);

  @GuardedBy("lock") private final Set<ListKind> outdated = EnumSet.noneOf(ListKind.class);

  @GuardedBy("lock") private Map<String, UriTemplate> templates = Map.of();

  @GuardedBy("lock") private final Set<ListKind> unserved = EnumSet.noneOf(ListKind.class);

  /** Takes note of a list, or that there is none to be had: that is not asked again at once. */
  void learn(ListKind kind, Fetched fetched) {
    switch (fetched) {
      case Fetched.Items items -> learn(kind, items);
      case Fetched.Failed _ -> {
        lock.lock();
        try {
          keys.putIfAbsent(kind, Set.of());
          outdated.remove(kind);
        } finally {
          lock.unlock();
        }
      }
      case Fetched.Late _ -> {}
    }
  }

  private void learn(ListKind kind, Fetched.Items items) {
    var names = new LinkedHashSet<String>();
    items.items().forEach(item -> names.add(item.key()));
    Map<String, UriTemplate> patterns = new LinkedHashMap<>();
    if (kind == ListKind.TEMPLATES) {
      names.forEach(template -> patterns.put(template, new UriTemplate(template)));
    }
    lock.lock();
    try {
      keys.put(kind, names);
      outdated.remove(kind);
      if (items.isServed()) {
        unserved.remove(kind);
      } else {
        unserved.add(kind);
      }
      if (kind == ListKind.TEMPLATES) {
        templates = patterns;
      }
    } finally {
      lock.unlock();
    }
  }

  void changed(ListKind kind) {
    lock.lock();
    try {
      outdated.add(kind);
    } finally {
      lock.unlock();
    }
  }

  /** {@return whether a list has been read, and has not changed since} */
  boolean isKnown(ListKind kind) {
    lock.lock();
    try {
      return keys.containsKey(kind) && !outdated.contains(kind);
    } finally {
      lock.unlock();
    }
  }

  boolean has(ListKind kind, String key) {
    lock.lock();
    try {
      var known = keys.get(kind);
      return known != null && known.contains(key);
    } finally {
      lock.unlock();
    }
  }

  Set<String> keys(ListKind kind) {
    lock.lock();
    try {
      var known = keys.get(kind);
      return known == null ? Set.of() : known;
    } finally {
      lock.unlock();
    }
  }

  /** {@return the template that makes that URI; null if there is none} */
  @Nullable String template(String uri) {
    lock.lock();
    try {
      for (var entry : templates.entrySet()) {
        if (entry.getValue().matches(uri)) {
          return entry.getKey();
        }
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** {@return whether it may have resources that no list names} */
  boolean mayHaveResources() {
    lock.lock();
    try {
      return !unserved.contains(ListKind.RESOURCES) || !unserved.contains(ListKind.TEMPLATES);
    } finally {
      lock.unlock();
    }
  }
}
