package dev.belay.process.tree;

import java.util.Set;

/** Something whose living processes can be found again and again: a tree, or a part of one. */
interface Trackable {
  /** Returns what is alive now. */
  Set<Member> find();

  /** Kills all at once where the system can; the caller makes sure by {@link #find()}. */
  void killAtOnce();
}
