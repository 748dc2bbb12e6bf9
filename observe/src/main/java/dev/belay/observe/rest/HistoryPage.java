package dev.belay.observe.rest;

import dev.belay.mcp.envelope.JsonText;
import java.util.ArrayList;
import java.util.List;

/** The rows of one page, bounded in number and in size. Not safe for use by several threads. */
final class HistoryPage {
  /** The size of all rows beyond which no other is added. */
  private static final int MOST_CHARACTERS = 1 << 20;

  private final int most;
  private final List<JsonText> rows = new ArrayList<>();
  private int characters;

  HistoryPage(int most) {
    this.most = most;
  }

  /** {@return whether there was room for it} */
  boolean add(PastCall call) {
    if (room() == 0) {
      return false;
    }
    var row = call.json();
    rows.add(row);
    characters += row.toString().length();
    return true;
  }

  /** {@return how many more it takes at most} */
  int room() {
    return characters >= MOST_CHARACTERS ? 0 : most - rows.size();
  }

  boolean isEmpty() {
    return rows.isEmpty();
  }

  List<JsonText> rows() {
    return rows;
  }
}
