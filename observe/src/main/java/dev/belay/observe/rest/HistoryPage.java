package dev.belay.observe.rest;

import dev.belay.mcp.envelope.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The rows of one page, bounded in number and in size. Not safe for use by several threads. */
final class HistoryPage {
  /** The size of all rows beyond which no other is added. */
  private static final int MOST_CHARACTERS = 1 << 20;

  private final int most;
  private final Function<PastCall, JsonText> row;
  private final List<JsonText> rows = new ArrayList<>();
  private int characters;

  HistoryPage(int most, Function<PastCall, JsonText> row) {
    this.most = most;
    this.row = row;
  }

  /** {@return whether there was room for it} */
  boolean add(PastCall call) {
    if (room() == 0) {
      return false;
    }
    var added = row.apply(call);
    rows.add(added);
    characters += added.toString().length();
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
