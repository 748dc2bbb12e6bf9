package dev.belay.cli.watch;

import dev.belay.cli.remote.RunningCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which call is chosen: by its id, since the list moves under the person who looks at it. */
record Choice(@Nullable String id) {
  static final Choice NONE = new Choice(null);

  /** {@return the one so many further on in this list; the first or last where it ends} */
  Choice moved(List<RunningCall> calls, int by) {
    if (calls.isEmpty()) {
      return NONE;
    }
    int at = index(calls);
    int next = at < 0 ? (by > 0 ? 0 : calls.size() - 1) : at + by;
    return new Choice(calls.get(Math.clamp(next, 0, calls.size() - 1)).id());
  }

  private int index(List<RunningCall> calls) {
    for (int i = 0; i < calls.size(); i++) {
      if (calls.get(i).id().equals(id)) {
        return i;
      }
    }
    return -1;
  }

  /** {@return this, or nothing if that call has ended} */
  Choice among(List<RunningCall> calls) {
    return index(calls) < 0 ? NONE : this;
  }
}
