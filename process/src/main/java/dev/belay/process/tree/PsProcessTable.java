package dev.belay.process.tree;

import dev.belay.core.time.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads processes from {@code ps}, for systems without {@code /proc}. Start times are whole
 * seconds.
 *
 * <p>macOS does not report sessions: the process group replaces them, which a member of a tree
 * creates just as well. The environment is visible only for the user's own processes.
 */
public final class PsProcessTable implements ProcessTable {
  private static final int FIELDS = 10;
  private static final DateTimeFormatter STARTED =
      DateTimeFormatter.ofPattern("MMM d HH:mm:ss yyyy", Locale.ROOT);

  private final List<String> command;

  PsProcessTable(List<String> command) {
    this.command = command;
  }

  static PsProcessTable ofMacOs() {
    return new PsProcessTable(
        List.of("ps", "-axEww", "-o", "pid=,ppid=,pgid=,state=,lstart=,command="));
  }

  @Override
  public List<ProcessRow> rows(long since) {
    var rows = new ArrayList<ProcessRow>();
    for (var line : run(command).split("\n", -1)) {
      var row = parse(line);
      if (row != null) {
        rows.add(row);
      }
    }
    return rows;
  }

  @Override
  public String name(long pid) {
    var path = run(List.of("ps", "-p", Long.toString(pid), "-o", "comm=")).strip();
    return path.substring(path.lastIndexOf('/') + 1);
  }

  @Override
  public long now() {
    return LocalDateTime.ofInstant(Time.system().wall(), ZoneId.systemDefault())
        .toEpochSecond(ZoneOffset.UTC);
  }

  @Override
  public Duration unit() {
    return Duration.ofSeconds(1);
  }

  @Override
  public Optional<ProcessRow> row(long pid) {
    for (var row : rows(Long.MAX_VALUE)) {
      if (row.pid() == pid) {
        return Optional.of(row);
      }
    }
    return Optional.empty();
  }

  @Override
  public boolean isAnyAlive(Collection<TreeMember> members) {
    for (var row : rows(Long.MAX_VALUE)) {
      if (row.isAlive() && members.contains(row.member())) {
        return true;
      }
    }
    return false;
  }

  static @Nullable ProcessRow parse(String line) {
    var fields = line.strip().split(" +", FIELDS);
    if (fields.length < FIELDS - 1) {
      return null;
    }
    try {
      var started = String.join(" ", fields[5], fields[6], fields[7], fields[8]);
      long group = Long.parseLong(fields[2]);
      return new ProcessRow(
          Long.parseLong(fields[0]),
          Long.parseLong(fields[1]),
          group,
          group,
          LocalDateTime.parse(started, STARTED).toEpochSecond(ZoneOffset.UTC),
          fields[3].charAt(0),
          cookies(fields.length < FIELDS ? "" : fields[FIELDS - 1]),
          "");
    } catch (NumberFormatException | DateTimeParseException e) {
      return null; // a line break inside a command
    }
  }

  private static List<String> cookies(String commandAndEnvironment) {
    return Cookie.entriesIn(commandAndEnvironment.replace(' ', '\0'));
  }

  private static String run(List<String> command) {
    try {
      var builder = new ProcessBuilder(command);
      builder.environment().put("LC_ALL", "C");
      builder.environment().put("TZ", "UTC");
      builder.redirectError(Redirect.DISCARD);
      var process = builder.start();
      process.getOutputStream().close();
      try (var out = process.getInputStream()) {
        return new String(out.readAllBytes(), StandardCharsets.ISO_8859_1);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("ps cannot be run, so no process tree can be found", e);
    }
  }
}
