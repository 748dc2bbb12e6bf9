package dev.belay.claims;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

/**
 * The last run of a test method, all its invocations together.
 *
 * @param asserted whether an assertion failed that the method made, directly or in a call
 * @param at when it was reported
 */
record TestRun(boolean failed, boolean skipped, boolean asserted, FileTime at) {

  /** Reads the reports of all modules. The keys are those of {@link Proof#key()}. */
  static Map<String, TestRun> all(Path root) throws IOException {
    var runs = new HashMap<String, TestRun>();
    for (var module : TestSources.modules(root)) {
      var folder = root.resolve(module).resolve("target/surefire-reports");
      for (var file : reports(folder)) {
        var at = Files.getLastModifiedTime(file);
        var cases = parse(file).getElementsByTagName("testcase");
        for (int i = 0; i < cases.getLength(); i++) {
          add((Element) cases.item(i), at, runs);
        }
      }
    }
    return runs;
  }

  private static List<Path> reports(Path folder) throws IOException {
    var files = new ArrayList<Path>();
    if (Files.isDirectory(folder)) {
      try (var found = Files.newDirectoryStream(folder, "TEST-*.xml")) {
        found.forEach(files::add);
      }
    }
    return files;
  }

  private static Document parse(Path file) throws IOException {
    try {
      return DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(file.toFile());
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException("no report of tests: " + file, e);
    }
  }

  private static void add(Element test, FileTime at, Map<String, TestRun> runs) {
    var owner = test.getAttribute("classname");
    // Parameters and the number of an invocation follow the name of the method.
    var method = test.getAttribute("name").split("[^\\w$]", 2)[0];
    var failures = test.getElementsByTagName("failure");
    var trace = failures.getLength() > 0 ? failures.item(0).getTextContent() : "";
    var run =
        new TestRun(
            failures.getLength() > 0 || test.getElementsByTagName("error").getLength() > 0,
            test.getElementsByTagName("skipped").getLength() > 0,
            trace.contains(owner + "." + method + "(")
                || trace.contains(owner + ".lambda$" + method + "$"),
            at);
    runs.merge(owner + "." + method, run, TestRun::and);
  }

  private TestRun and(TestRun other) {
    return new TestRun(
        failed || other.failed, skipped || other.skipped, asserted || other.asserted, other.at);
  }
}
