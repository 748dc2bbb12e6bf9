package dev.belay.peers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Live objects of a JVM by the names of their classes, after a full collection. */
record ClassHistogram(Map<String, Count> counts) {
  private static final Pattern ROW = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+).*");

  /** Objects of a class, and the bytes that they take. */
  record Count(long objects, long bytes) {
    Count plus(Count other) {
      return new Count(objects + other.objects, bytes + other.bytes);
    }

    Count negated() {
      return new Count(-objects, -bytes);
    }
  }

  /** {@return the histogram of that process, taken by the {@code jcmd} of this JVM's JDK} */
  static ClassHistogram of(long pid) throws IOException, InterruptedException {
    var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    var process =
        new ProcessBuilder(
                jcmd,
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                Long.toString(pid),
                "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(output);
    }
    var counts = new HashMap<String, Count>();
    for (var line : output.lines().toList()) {
      var row = ROW.matcher(line);
      if (row.matches()) {
        var count = new Count(Long.parseLong(row.group(1)), Long.parseLong(row.group(2)));
        // Classes of several loaders may share a name.
        counts.merge(row.group(3), count, Count::plus);
      }
    }
    return new ClassHistogram(counts);
  }

  /** {@return the growth since an earlier histogram} */
  ClassHistogram since(ClassHistogram earlier) {
    var grown = new HashMap<>(counts);
    earlier.counts.forEach((name, count) -> grown.merge(name, count.negated(), Count::plus));
    return new ClassHistogram(grown);
  }

  long objects(Predicate<String> classes) {
    return counts.entrySet().stream()
        .filter(entry -> classes.test(entry.getKey()))
        .mapToLong(entry -> entry.getValue().objects())
        .sum();
  }

  long bytes() {
    return counts.values().stream().mapToLong(Count::bytes).sum();
  }

  /** {@return the classes with so many objects or more, the most numerous first} */
  List<String> classes(long objects) {
    return counts.entrySet().stream()
        .filter(entry -> entry.getValue().objects() >= objects)
        .sorted(
            Comparator.comparing((Map.Entry<String, Count> entry) -> -entry.getValue().objects())
                .thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey)
        .toList();
  }
}
