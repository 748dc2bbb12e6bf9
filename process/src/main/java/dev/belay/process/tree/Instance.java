package dev.belay.process.tree;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One running Belay, identified uniquely on this machine.
 *
 * @param member its process
 * @param session its own session, which a child may share before it has made one for itself
 * @param namespace the pid namespace of its pids: a pid of another one means nothing here
 */
public record Instance(TreeMember member, long session, String namespace) {
  private static final Path NAMESPACE = Path.of("/proc/self/ns/pid");

  /** {@return the instance of this JVM} */
  public static Instance current(ProcessTable table) {
    var row =
        table instanceof LinuxProcessTable linux
            ? linux.self() // needs no ProcessHandle, which takes long to load
            : table.row(ProcessHandle.current().pid());
    return new Instance(
        row.map(ProcessRow::member).orElse(new TreeMember(0, 0)),
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

  /** {@return its name in cookies and groups: pid, start time, namespace} */
  public String name() {
    return member.pid() + ":" + member.start() + ":" + namespace;
  }

  /**
   * Tells whether something with this name prefix was left by a dead Belay.
   *
   * <p>False if in doubt: for another namespace, and for names that Belay did not write.
   */
  boolean isLeftByDead(String named, ProcessTable table) {
    var parts = named.split(":", -1);
    if (parts.length < 4 || !parts[2].equals(namespace)) {
      return false;
    }
    try {
      return !table.isAlive(new TreeMember(Long.parseLong(parts[0]), Long.parseLong(parts[1])));
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
