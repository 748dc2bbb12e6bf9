package dev.belay.process.tree;

/** The signals that end a tree; their numbers are those of the system this runs on. */
public enum Signal {
  /** Asks a process to end. */
  TERM(15, 15),
  /** Ends a process without asking. */
  KILL(9, 9),
  /** Freezes a process, so that it cannot fork away from the kill that follows. */
  STOP(19, 17),
  /** Thaws a process, so that it can obey a TERM. */
  CONT(18, 19);

  private static final boolean LINUX = LinuxProcessTable.isHere();
  private final int onLinux;
  private final int onMac;

  Signal(int onLinux, int onMac) {
    this.onLinux = onLinux;
    this.onMac = onMac;
  }

  /** {@return its number here} */
  public int number() {
    return LINUX ? onLinux : onMac;
  }
}
