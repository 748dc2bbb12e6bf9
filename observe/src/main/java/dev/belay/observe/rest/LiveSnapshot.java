package dev.belay.observe.rest;

import dev.belay.core.time.Time;
import dev.belay.http.route.Frames;
import dev.belay.mcp.envelope.JsonText;
import java.util.List;
import java.util.Map;

/**
 * All rows of {@link LiveFeed} that one reader may see, sent in pieces: each once there is room for
 * it, so that the size of all of them is no reason to drop the reader.
 *
 * @param rows by topic, also those topics that have none
 */
record LiveSnapshot(Map<String, List<LiveRow>> rows, String version, FeedClock clock, Time time) {
  /** The size of a piece, about. */
  private static final int PIECE = 128 << 10;

  /**
   * Sends them; records that the reader has left if it does so meanwhile.
   *
   * @param last the id of the last change that they contain, sent with the last piece alone: nobody
   *     goes on from the middle
   */
  void sendTo(EventReader reader, String last) throws InterruptedException {
    reader.send(Frames.event(null, "snapshot", beginning(reader.sight()).bytes()));
    for (var topic : rows.entrySet()) {
      var piece = new JsonText();
      int size = 0;
      for (var row : topic.getValue()) {
        var json = row.json();
        piece.raw(row.key(), json);
        size += json.length();
        if (size >= PIECE) {
          send(reader, topic.getKey(), piece);
          piece = new JsonText();
          size = 0;
        }
      }
      if (size > 0) {
        send(reader, topic.getKey(), piece);
      }
    }
    reader.send(Frames.event(last, "change", now().flag("complete", true).bytes()));
  }

  private JsonText beginning(Sight sight) {
    var known = sight.who();
    return now()
        .text("version", version)
        .text("at", time.wall().toString())
        .object(
            "you",
            new JsonText().text("principal", known.principal()).flag("admin", known.isAdmin()))
        .texts("topics", rows.keySet());
  }

  private JsonText now() {
    return new JsonText().raw("now", clock.now());
  }

  private void send(EventReader reader, String topic, JsonText piece) throws InterruptedException {
    if (!reader.isGone() && reader.stream().awaitRoom()) {
      var set = new JsonText().object(topic, piece);
      reader.send(Frames.event(null, "change", now().object("set", set).bytes()));
    } else {
      reader.left();
    }
  }
}
