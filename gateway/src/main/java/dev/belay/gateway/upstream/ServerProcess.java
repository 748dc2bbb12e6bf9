package dev.belay.gateway.upstream;

import dev.belay.core.call.CallInfo;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;

/**
 * A process that Belay has started for a server, as people are to see it.
 *
 * <p>Its tree is read when it is asked for. Safe for use by many threads.
 */
public final class ServerProcess {
  private final UpstreamConnection link;
  private final Role role;
  private final int calls;

  /** What a process is for. */
  public enum Role {
    /** It gets new calls. */
    SERVING,
    /** It takes no new calls, and ends with those it has. */
    RETIRING,
    /** It is about to serve, or serves one call alone ({@code isolation: call}). */
    OTHER,
    /** It is being stopped. */
    ENDING
  }

  /**
   * One process of the tree.
   *
   * @param command the name of its program, truncated by the system; it can be anything
   * @param leftBehindBy the calls that left it behind, the stopped ones first; empty if none did
   */
  public record Member(
      long pid, long parent, String command, Duration age, List<CallInfo> leftBehindBy) {}

  ServerProcess(UpstreamConnection link, Role role, int calls) {
    this.link = link;
    this.role = role;
    this.calls = calls;
  }

  /** {@return its process id} */
  public long pid() {
    return link.pid();
  }

  /** {@return what it is for} */
  public Role role() {
    return role;
  }

  /** {@return how many calls run on it that were not stopped} */
  public int calls() {
    return calls;
  }

  /** {@return the living processes of its tree, itself included} */
  public List<Member> tree() {
    var left = new HashMap<Long, List<CallInfo>>();
    link.leftBehind().forEach(one -> left.put(one.process().pid(), one.calls()));
    var tree = link.transport().tree();
    long now = link.time().nanos();
    return tree.stream()
        .map(one -> {
          var age = Duration.ofNanos(Math.max(0, now - (one.from() + one.to()) / 2));
          var pid = one.member().pid();
          return new Member(pid, one.parent(), one.name(), age, left.getOrDefault(pid, List.of()));
        })
        .toList();
  }
}
