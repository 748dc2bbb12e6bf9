package dev.belay.process.tree;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One running Belay, by what tells it from all others on this machine.
 *
 * @param member its process
 * @param session its own session, in which a child may be before it has made one for itself
 * @param namespace the pid namespace that it counts in: a pid of another one means nothing here
 */
public record Instance(Member member, long session, String namespace) {
  private static final Path NAMESPACE = Path.of("/proc/self/ns/pid");

  /** {@return the instance that this JVM is} */
  public static Instance current(ProcessTable table) {
    var row =
        table instanceof LinuxProcessTable linux
            ? linux.self() // needs no ProcessHandle, which takes long to load
            : table.row(ProcessHandle.current().pid());
    return new Instance(
        row.map(ProcessRow::member).orElse(new Member(0, 0)),
        row.map(ProcessRow::session).orElse(0L),
        ownNamespace());
  }

  private static String ownNamespace() {
    try {
      var link = Files.readSymbolicLink(NAMESPACE).toString(); // pid:[4026531836]
      return link.substring(link.indexOf('[') + 1, link.length() - 1);
    } catch (IOException e) {
      return "0";
    }
  }

  /** {@return its name as cookies and groups carry it: pid, start time, namespace} */
  public String name() {
    return member.pid() + ":" + member.start() + ":" + namespace;
  }

  /**
   * Tells whether what starts with such a name was left by a Belay that is gone.
   *
   * <p>False in doubt: for another namespace, and for what nobody here wrote.
   */
  boolean isLeftByDead(String named, ProcessTable table) {
    var parts = named.split(":", -1);
    if (parts.length < 4 || !parts[2].equals(namespace)) {
      return false;
    }
    try {
      return !table.isAlive(new Member(Long.parseLong(parts[0]), Long.parseLong(parts[1])));
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
