package dev.belay.claims;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The claims of a checkout with their proofs: checks them, writes them down, records failures. */
public final class Claims {
  private static final String SEEN = "claims/seen.tsv";
  private static final String RECORD = "claims/test seen \"WHAT WAS BROKEN\"";

  /**
   * A proof that was seen to fail.
   *
   * @param digest that of the proof then
   * @param broken what was broken then
   */
  private record Seen(String digest, String broken) {}

  private final Path root;
  private final PrintStream out;
  private final List<Page> pages;
  private final List<Proof> proofs;
  private final Map<String, TestRun> runs;
  private final SortedMap<String, Seen> seen = new TreeMap<>();
  private int checked;
  private int failed;

  Claims(Path root, PrintStream out) throws IOException {
    this.root = root;
    this.out = out;
    pages = Page.all(root);
    proofs = TestSources.proofs(root);
    runs = TestRun.all(root);
    if (Files.exists(root.resolve(SEEN))) {
      for (var line : Files.readAllLines(root.resolve(SEEN))) {
        var cells = line.split("\t", 3);
        seen.put(cells[0], new Seen(cells[1], cells[2]));
      }
    }
  }

  /** Runs {@code ROOT [write | seen WHAT-WAS-BROKEN]}. */
  @SuppressWarnings("SystemOut") // A command.
  static void main(String... args) throws IOException {
    var claims = new Claims(Path.of(args[0]), System.out);
    var command = args.length == 1 ? "check" : args[1];
    var isDone =
        switch (command) {
          case "check" -> claims.check();
          case "write" -> claims.write();
          case "seen" -> claims.record(args.length == 3 ? args[2] : "");
          default -> throw new IllegalArgumentException("no such command: " + command);
        };
    System.exit(isDone ? 0 : 1);
  }

  /** Tells of each claim whether its proofs ran and passed, as they were when seen to fail. */
  boolean check() throws IOException {
    var texts = new LinkedHashMap<String, String>();
    for (var page : pages) {
      texts.putAll(page.claims());
      say(
          root.relativize(page.file()) + " names the proofs",
          page.equals(page.with(this::cell)) ? List.of() : List.of("run: claims/test write"));
    }
    say("every @Claim is one of a page", unknown(texts));
    say(SEEN + " names proofs alone", leftOver());
    texts.forEach((claim, text) -> say(claim + " " + text, problems(claim)));
    var sum = "Tests run: " + checked + ", Failures: " + failed + ", Errors: 0, Skipped: 0";
    out.println(sum);
    Files.createDirectories(root.resolve("claims/target"));
    Files.writeString(root.resolve("claims/target/results"), sum + "\n");
    return failed == 0;
  }

  private void say(String claim, List<String> problems) {
    checked++;
    failed += problems.isEmpty() ? 0 : 1;
    out.println((problems.isEmpty() ? "ok      " : "FAILED  ") + claim);
    problems.forEach(problem -> out.println("        " + problem));
  }

  private List<String> unknown(Map<String, String> texts) {
    var unknown = new ArrayList<String>();
    for (var proof : proofs) {
      var named = new TreeSet<>(proof.claims());
      named.addAll(proof.ofClass());
      named.removeAll(texts.keySet());
      named.forEach(claim -> unknown.add(proof.key() + " claims " + claim));
    }
    return unknown;
  }

  private List<String> leftOver() {
    var keys = proofs.stream().map(Proof::key).collect(Collectors.toSet());
    return seen.keySet().stream()
        .filter(key -> !keys.contains(key))
        .map(key -> key + " is no proof: remove its line")
        .toList();
  }

  private List<String> problems(String claim) {
    var problems = new ArrayList<String>();
    for (var proof : of(claim)) {
      var run = runs.get(proof.key());
      if (run == null) {
        problems.add(proof.key() + " did not run");
      } else if (run.failed()) {
        problems.add(proof.key() + " failed");
      } else if (run.skipped()) {
        problems.add(proof.key() + " was skipped");
      }
      if (!isSeen(proof)) {
        problems.add(
            proof.key()
                + (seen.containsKey(proof.key())
                    ? " has changed since it was seen to fail"
                    : " was never seen to fail")
                + ": break the code, run it, then "
                + RECORD);
      }
    }
    return of(claim).isEmpty() ? List.of("no test carries @Claim(\"" + claim + "\")") : problems;
  }

  private boolean isSeen(Proof proof) {
    var last = seen.get(proof.key());
    return last != null && last.digest().equals(proof.digest());
  }

  private List<Proof> of(String claim) {
    return proofs.stream().filter(proof -> proof.proves(claim)).toList();
  }

  /** {@return the proofs of a claim as its row names them, by module} */
  private String cell(String claim) {
    var names = new LinkedHashMap<String, LinkedHashSet<String>>();
    for (var proof : of(claim)) {
      names
          .computeIfAbsent(proof.module(), _ -> new LinkedHashSet<>())
          .add("`" + proof.name(claim) + "`");
    }
    return names.entrySet().stream()
        .map(each -> each.getKey() + ": " + String.join(", ", each.getValue()))
        .collect(Collectors.joining("; "));
  }

  /** Writes the proofs into the pages. */
  boolean write() throws IOException {
    for (var page : pages) {
      page.with(this::cell).write();
    }
    return true;
  }

  /** Records the proofs of which an assertion failed when they last ran, as they are now. */
  boolean record(String broken) throws IOException {
    if (broken.isBlank() || !broken.strip().equals(broken.replaceAll("\\s+", " "))) {
      out.println("claims: say in one line what was broken: " + RECORD);
      return false;
    }
    var recorded = 0;
    for (var proof : proofs) {
      var run = runs.get(proof.key());
      if (run == null || !run.failed()) {
        continue;
      }
      if (Files.getLastModifiedTime(proof.source()).compareTo(run.at()) > 0) {
        out.println("claims: " + proof.key() + " has changed since it ran; run it again");
      } else if (!run.asserted()) {
        out.println("claims: " + proof.key() + " failed by no assertion of its own");
      } else {
        seen.put(proof.key(), new Seen(proof.digest(), broken));
        out.println("claims: recorded " + proof.key());
        recorded++;
      }
    }
    Files.write(
        root.resolve(SEEN),
        seen.entrySet().stream()
            .map(each ->
                String.join(
                    "\t", each.getKey(), each.getValue().digest(), each.getValue().broken()))
            .toList());
    return recorded > 0;
  }
}
