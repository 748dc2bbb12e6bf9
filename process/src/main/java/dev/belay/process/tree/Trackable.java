package dev.belay.process.tree;

import java.util.Set;

/** A set of processes that can be scanned repeatedly: a tree, or a part of one. */
interface Trackable {
  /** Returns the living processes. */
  Set<TreeMember> find();

  /** Kills all at once if the system can; the caller verifies by {@link #find()}. */
  void killAtOnce();
}
