package dev.belay.process.spawn;

import java.util.ArrayList;
import java.util.Set;

/** The means of keeping processes together and finding them again (P9). */
public enum Means {
  /** A cgroup for each tree, killed as a whole by the kernel. */
  CGROUP("cgroup.kill"),
  /** A session and a process group for each tree. */
  SESSION("session and group"),
  /** Adoption of a tree's orphans by Belay. */
  SUB_REAPER("sub-reaper"),
  /** A variable in the environment. */
  COOKIE("cookie in the environment"),
  /** A number in the limits, which survives a scrubbed environment. */
  LIMIT_MARK("mark in the limits"),
  /** A small process that ends the trees if Belay is killed. */
  WATCHDOG("watchdog");

  private final String text;

  Means(String text) {
    this.text = text;
  }

  /** {@return these means as one line for a health report, best first} */
  public static String describe(Set<Means> means) {
    var texts = new ArrayList<String>();
    for (var one : values()) {
      if (means.contains(one)) {
        texts.add(one.text);
      }
    }
    return String.join(", ", texts);
  }
}
