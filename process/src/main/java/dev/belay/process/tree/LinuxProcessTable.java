package dev.belay.process.tree;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code /proc}. Start times are clock ticks since boot (field 22 of {@code stat}).
 *
 * <p>Written without streams, patterns and lambdas: every start of a child reads one row.
 */
public final class LinuxProcessTable implements ProcessTable {
  private static final String LOCK_LIMIT = "Max file locks";

  /**
   * Each pass reads new processes only; bounded, since a machine may start processes without end.
   */
  private static final int PASSES = 30;

  private final File proc;

  /** Creates the table of this machine. */
  public LinuxProcessTable() {
    this(new File("/proc"));
  }

  LinuxProcessTable(File proc) {
    this.proc = proc;
  }

  /** {@return true if this system has a readable {@code /proc}} */
  public static boolean isHere() {
    return new File("/proc/self/stat").exists();
  }

  @Override
  public List<ProcessRow> rows(long since) {
    var rows = new ArrayList<ProcessRow>();
    var looked = new HashSet<String>();
    for (int pass = 0; pass < PASSES && lookAtNew(rows, looked, since); pass++) {
      // until every listed process could be read
    }
    return rows;
  }

  /**
   * {@return true if one of them has ended since it was listed: it may have forked in between}
   *
   * <p>A listing has ascending numbers, so it always contains at least one of a process and the
   * child that it leaves.
   */
  private boolean lookAtNew(List<ProcessRow> rows, Set<String> looked, long since) {
    boolean hasEnded = false;
    var names = proc.list();
    for (var name : names == null ? new String[0] : names) {
      if (Character.isDigit(name.charAt(0)) && looked.add(name)) {
        var row = read(name);
        hasEnded |= row == null || !row.isAlive();
        if (row != null) {
          rows.add(row.start() < since ? row : carrying(row, name));
        }
      }
    }
    return hasEnded;
  }

  @Override
  public Optional<ProcessRow> row(long pid) {
    return Optional.ofNullable(read(Long.toString(pid)));
  }

  @Override
  public String name(long pid) {
    return text(Long.toString(pid), "comm").strip();
  }

  @Override
  public long now() {
    // Seconds with two decimals: the hundredths are ticks.
    var uptime = text(new File(proc, "uptime")).split(" ", 2)[0].replace(".", "");
    return uptime.isEmpty() ? 0 : Long.parseLong(uptime);
  }

  /** One clock tick: Linux reports a hundred per second on every architecture. */
  @Override
  public Duration unit() {
    return Duration.ofMillis(10);
  }

  /** {@return the row of this process} */
  public Optional<ProcessRow> self() {
    return Optional.ofNullable(read("self"));
  }

  /** {@return the soft and the hard limit on file locks of this process; empty if not available} */
  public String ownLockLimits() {
    var text = text("self", "limits");
    int at = text.indexOf(LOCK_LIMIT);
    return at < 0 ? "" : text.substring(at + LOCK_LIMIT.length(), text.indexOf('\n', at)).strip();
  }

  private @Nullable ProcessRow read(String name) {
    return parse(text(name, "stat"));
  }

  private ProcessRow carrying(ProcessRow row, String name) {
    return row.carrying(Cookie.entriesIn(text(name, "environ")), lockLimit(text(name, "limits")));
  }

  private static String lockLimit(String limits) {
    int at = limits.indexOf(LOCK_LIMIT);
    if (at < 0) {
      return "";
    }
    var rest = limits.substring(at + LOCK_LIMIT.length()).stripLeading();
    int end = rest.indexOf(' ');
    return end < 0 ? "" : rest.substring(0, end);
  }

  private String text(String name, String file) {
    return text(new File(new File(proc, name), file));
  }

  private static String text(File file) {
    try (var in = new FileInputStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return ""; // gone meanwhile, or not readable by this user
    }
  }

  /** Parses one line of {@code stat}; the name in parentheses may contain anything, even ") ". */
  static @Nullable ProcessRow parse(String stat) {
    int open = stat.indexOf(" (");
    int close = stat.lastIndexOf(") ");
    if (open < 0 || close < 0) {
      return null;
    }
    var fields = stat.substring(close + 2).split(" ", -1);
    char state = fields[0].charAt(0);
    boolean isOnlyItsFirstThreadDead = state == 'Z' && Integer.parseInt(fields[17]) > 1;
    return new ProcessRow(
        Long.parseLong(stat.substring(0, open)),
        Long.parseLong(fields[1]),
        Long.parseLong(fields[2]),
        Long.parseLong(fields[3]),
        Long.parseLong(fields[19]),
        isOnlyItsFirstThreadDead ? 'S' : state,
        List.of(),
        "");
  }
}
