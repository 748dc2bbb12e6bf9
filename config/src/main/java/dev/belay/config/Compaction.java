package dev.belay.config;

/** How much shorter tools are in a list than their servers define them, as users write it (C22). */
public enum Compaction {
  /** They are as their servers define them. */
  FALSE,

  /** What means the same without being said goes, and prose. */
  TRUE,

  /** What no call needs goes too: schemas of results, icons, hints that mean nothing. */
  STRONG
}
