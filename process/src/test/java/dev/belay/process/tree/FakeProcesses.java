package dev.belay.process.tree;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Processes in memory that die, resist and fork as scripted. Used by one thread. */
final class FakeProcesses implements ProcessTable, Signals {
  private final Map<Long, ProcessRow> rows = new TreeMap<>();
  private final Set<Long> stubborn = new HashSet<>();
  private final Set<Long> immortal = new HashSet<>();
  private final Set<Long> frozen = new HashSet<>();
  private final Map<Long, Runnable> onScan = new HashMap<>();
  final List<String> sent = new ArrayList<>();
  Consumer<Long> onDeath = _ -> {};

  ProcessRow add(long pid, long parent, long session, String... cookies) {
    var row = new ProcessRow(pid, parent, session, session, 100 + pid, 'S', List.of(cookies), "");
    rows.put(pid, row);
    return row;
  }

  void put(ProcessRow row) {
    rows.put(row.pid(), row);
  }

  void remove(long pid) {
    rows.remove(pid);
    for (var row : List.copyOf(rows.values())) {
      if (row.parent() == pid) {
        put(with(row, 1, row.state()));
      }
    }
  }

  void zombie(long pid) {
    var row = rows.get(pid);
    if (row != null) {
      put(with(row, row.parent(), 'Z'));
    }
  }

  void ignoresTerm(long pid) {
    stubborn.add(pid);
  }

  void cannotBeKilled(long pid) {
    immortal.add(pid);
  }

  @Override
  public String name(long pid) {
    return "fake";
  }

  @Override
  public long now() {
    return 10_000;
  }

  @Override
  public Duration unit() {
    return Duration.ofMillis(10);
  }

  /** Runs at each reading of the table while the process runs and is not frozen. */
  void onEachScan(long pid, Runnable action) {
    onScan.put(pid, action);
  }

  private static ProcessRow with(ProcessRow row, long parent, char state) {
    return new ProcessRow(
        row.pid(),
        parent,
        row.group(),
        row.session(),
        row.start(),
        state,
        row.cookies(),
        row.lockLimit());
  }

  @Override
  public List<ProcessRow> rows(long since) {
    var now = List.copyOf(rows.values());
    for (var action : List.copyOf(onScan.entrySet())) {
      if (rows.containsKey(action.getKey()) && !frozen.contains(action.getKey())) {
        action.getValue().run();
      }
    }
    return now;
  }

  @Override
  public Optional<ProcessRow> row(long pid) {
    return Optional.ofNullable(rows.get(pid));
  }

  @Override
  public void send(long pid, Signal signal) {
    sent.add(signal + " " + pid);
    switch (signal) {
      case TERM, KILL -> {
        boolean isIgnored = signal == Signal.TERM && stubborn.contains(pid);
        if (!isIgnored && !immortal.contains(pid)) {
          die(pid);
        }
      }
      case STOP -> frozen.add(pid);
      case CONT -> frozen.remove(pid);
    }
  }

  private void die(long pid) {
    remove(pid);
    onDeath.accept(pid);
  }
}
