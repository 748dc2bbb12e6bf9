package dev.belay.process.spawn;

import dev.belay.core.time.Time;
import dev.belay.process.tree.Cgroup;
import dev.belay.process.tree.Cookie;
import dev.belay.process.tree.DirectChildren;
import dev.belay.process.tree.Grace;
import dev.belay.process.tree.Instance;
import dev.belay.process.tree.Ladder;
import dev.belay.process.tree.Leftovers;
import dev.belay.process.tree.Mark;
import dev.belay.process.tree.ProcessRow;
import dev.belay.process.tree.Signals;
import dev.belay.process.tree.Tree;
import dev.belay.process.tree.TreeMember;
import dev.belay.process.watchdog.Watchdog;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Starts the children of one spawner. Used only on the spawner's thread. */
final class Starter {
  /** One counter per JVM, since the JVM is one instance: marks and groups are named by it. */
  private static final AtomicInteger TREES = new AtomicInteger();

  private final Time time;
  private final Machine machine;
  private final Instance self;
  private final Cookie cookie;
  private final Map<String, String> inherited;
  private final Launcher launcher;
  private final Ladder ladder;

  Starter(Time time, Machine machine) {
    this.time = time;
    this.machine = machine;
    this.self = Instance.current(machine.table());
    this.cookie = Cookie.of(self, random());
    this.inherited = inheritedCookies();
    this.launcher = new Launcher(machine);
    this.ladder = new Ladder(time, machine.table(), Signals.ofThisMachine());
  }

  Instance self() {
    return self;
  }

  Watchdog watchdog() throws IOException {
    return Watchdog.start(launcher.ownSession(), cookie, self);
  }

  /** {@return the leftovers of dead instances, except those that this one runs inside} */
  Leftovers leftovers() {
    return new Leftovers(machine.table(), self, inherited.keySet(), machine.groups());
  }

  Set<Means> means() {
    var means = EnumSet.of(Means.COOKIE);
    if (machine.groups() != null) {
      means.add(Means.CGROUP);
    }
    if (!launcher.ownSession().isEmpty()) {
      means.add(Means.SESSION);
    }
    if (machine.prlimit() != null) {
      means.add(Means.LIMIT_MARK);
    }
    return means;
  }

  Started start(Launch launch, Consumer<Child> onGone) throws CannotStart {
    if (launch.command().isEmpty()) {
      throw new CannotStart("cannot start a server: no command is given");
    }
    var program = launch.command().getFirst();
    var directory = launch.directory().orElse(null);
    var at = new File(directory == null ? System.getProperty("user.dir") : directory.toString());
    var file = new SearchPath(launch.environment().get("PATH"), at).find(program);
    int number = TREES.incrementAndGet();
    var mark = cookie.mark(number);
    var environment = new HashMap<>(launch.environment());
    environment.putAll(inherited);
    environment.put(mark.name(), mark.value());
    var group = group(environment, number);
    var chain = launcher.chain(launch.command(), environment, mark, group);
    if (chain.size() == launch.command().size()) {
      chain.set(0, file.getPath()); // the JDK would search the PATH of this process
    }
    var builder = new ProcessBuilder(chain).directory(directory == null ? null : at);
    try {
      fill(builder.environment(), environment);
      return started(launch, builder.start(), mark, group, onGone);
    } catch (IOException | IllegalArgumentException | OutOfMemoryError e) {
      if (group != null) {
        group.remove();
      }
      throw new CannotStart("cannot start " + program + ": " + reason(e), e);
    }
  }

  private @Nullable Cgroup group(Map<String, String> environment, int number) {
    return machine.groups() != null && Launcher.isSafeForShell(environment)
        ? Cgroup.create(machine.groups(), self, number)
        : null;
  }

  private Started started(
      Launch launch, Process process, Mark mark, @Nullable Cgroup group, Consumer<Child> onGone) {
    long pid = process.pid();
    DirectChildren.add(pid);
    var row = machine.table().row(pid);
    var root = row.map(ProcessRow::member).orElse(new TreeMember(pid, 0)); // it has already ended
    long since = row.isPresent() ? root.start() : self.member().start();
    var tree = new Tree(machine.table(), self, root, since, mark, group);
    var child = new Child(time, launch, process, tree, ladder, onGone);
    try {
      child.attend(machine.readers(), () -> DirectChildren.remove(pid));
    } catch (OutOfMemoryError e) {
      var _ = child.stop(Grace.none());
      throw e;
    }
    return new Started(child, root, group);
  }

  /** Leaves unchanged entries alone: they may hold bytes that no string can represent. */
  private static void fill(Map<String, String> of, Map<String, String> wanted) {
    of.keySet().retainAll(wanted.keySet());
    for (var entry : wanted.entrySet()) {
      if (!entry.getValue().equals(of.get(entry.getKey()))) {
        of.put(entry.getKey(), entry.getValue());
      }
    }
  }

  private static Map<String, String> inheritedCookies() {
    var cookies = new HashMap<String, String>();
    for (var entry : System.getenv().entrySet()) {
      if (entry.getKey().startsWith(Cookie.PREFIX)) {
        cookies.put(entry.getKey(), entry.getValue());
      }
    }
    return cookies;
  }

  /**
   * Extracts the reason from the JDK's message: {@code Exec failed, error: 7 (Argument list too
   * long)}.
   */
  private static String reason(Throwable e) {
    var message = String.valueOf(e.getCause() == null ? e.getMessage() : e.getCause().getMessage());
    int open = message.indexOf('(', Math.max(0, message.indexOf("error: ")));
    int close = message.lastIndexOf(')');
    return open >= 0 && close > open ? message.substring(open + 1, close) : message;
  }

  /**
   * Reads the system's own source: loading a security provider would cost more than everything
   * else.
   */
  private static long random() {
    try (var in = new FileInputStream("/dev/urandom")) {
      return ByteBuffer.wrap(in.readNBytes(Long.BYTES)).getLong();
    } catch (IOException e) {
      return System.identityHashCode(new Object()) * 0x9E3779B97F4A7C15L;
    }
  }

  /** A child with the facts that the watchdog needs. */
  record Started(Child child, TreeMember root, @Nullable Cgroup group) {}
}
