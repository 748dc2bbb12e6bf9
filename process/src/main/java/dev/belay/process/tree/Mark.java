package dev.belay.process.tree;

/**
 * The mark that every process of one tree inherits from its root.
 *
 * @param name the variable in its environment
 * @param value the value of that variable
 * @param lockLimit its soft limit on file locks, if the root could be started with it
 */
public record Mark(String name, String value, String lockLimit) {
  /** {@return true if the process has this mark in its environment or its limits} */
  public boolean isOn(ProcessRow row) {
    return (!lockLimit.isEmpty() && row.lockLimit().equals(lockLimit))
        || row.cookies().contains(name + "=" + value);
  }
}
