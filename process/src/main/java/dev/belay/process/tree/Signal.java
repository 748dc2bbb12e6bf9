package dev.belay.process.tree;

/** The signals used to end a tree; their numbers are those of this system. */
public enum Signal {
  /** Asks a process to end. */
  TERM(15, 15),
  /** Ends a process without asking. */
  KILL(9, 9),
  /** Freezes a process, so that it cannot fork before the kill that follows. */
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

  /** {@return its number on this system} */
  public int number() {
    return LINUX ? onLinux : onMac;
  }
}
