package dev.belay.gateway.catalog;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.envelope.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The list of an only server, collected page by page as its clients read it, so that its tools are
 * reviewed as a whole.
 *
 * <p>Concurrency: {@code lock} guards the pages.
 */
final class ToolPages {
  private static final String FIRST = "";

  private final ReentrantLock lock = new ReentrantLock();

  /** By cursor; from the first on, each contains the cursor of the next. */
  @GuardedBy("lock") private final Map<String, ListPage> pages = new HashMap<>();

  /**
   * {@return the tools of all known pages from the first on, and of this one}
   *
   * @param cursor the cursor of the page; null for the first
   */
  List<ListPage.Item> with(@Nullable RawJson cursor, ListPage page) {
    var at = text(cursor);
    var items = new ArrayList<ListPage.Item>();
    lock.lock();
    try {
      pages.put(at, page);
      var read = new HashSet<String>();
      long bytes = 0;
      for (var from = FIRST; from != null && pages.containsKey(from) && read.add(from); ) {
        var next = Objects.requireNonNull(pages.get(from));
        items.addAll(next.items());
        bytes += next.bytes();
        boolean isTooLong = items.size() > ListFetch.MOST_ITEMS || bytes > ListFetch.MOST_BYTES;
        from = isTooLong ? null : next.next();
      }
      if (!read.contains(at)) {
        items.addAll(page.items());
      }
      pages.keySet().retainAll(read);
    } finally {
      lock.unlock();
    }
    return items;
  }

  private static String text(@Nullable RawJson cursor) {
    var json = cursor == null ? new byte[0] : cursor.bytes();
    var whole = new Span(0, json.length);
    return json.length > 0 && whole.isString(json) ? JsonString.decode(json, whole) : FIRST;
  }
}
