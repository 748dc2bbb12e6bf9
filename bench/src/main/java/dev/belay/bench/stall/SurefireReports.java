package dev.belay.bench.stall;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** What Maven's tests left in {@code target/surefire-reports} of each module. */
final class SurefireReports {
  private static final int MESSAGE = 200;

  private SurefireReports() {}

  /** {@return the tests of the reports that were written between these times} */
  static List<Claim> read(Path root, Instant since, Instant until) throws IOException {
    var claims = new ArrayList<Claim>();
    var reports = FileSystems.getDefault().getPathMatcher("glob:TEST-*.xml");
    try (var modules = Files.newDirectoryStream(root, Files::isDirectory)) {
      for (var module : modules) {
        var directory = module.resolve("target/surefire-reports");
        if (Files.isDirectory(directory)) {
          try (var files =
              Files.newDirectoryStream(directory, file -> reports.matches(file.getFileName()))) {
            for (var file : files) {
              if (!Files.getLastModifiedTime(file).toInstant().isBefore(since)) {
                parse(file, since, until, claims);
              }
            }
          }
        }
      }
    }
    return claims;
  }

  private static void parse(Path file, Instant since, Instant until, List<Claim> claims)
      throws IOException {
    var factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try (var in = Files.newInputStream(file)) {
      var xml = factory.createXMLStreamReader(in);
      while (xml.hasNext()) {
        if (xml.next() == XMLStreamConstants.START_ELEMENT
            && xml.getLocalName().equals("testcase")) {
          claims.add(claim(xml, since, until));
        }
      }
    } catch (XMLStreamException e) {
      throw new IOException(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** Reads one element with its end; one without a time counts for the whole run. */
  private static Claim claim(XMLStreamReader xml, Instant since, Instant until)
      throws XMLStreamException {
    var name = attribute(xml, "classname").orElse("") + "." + attribute(xml, "name").orElse("");
    var from = attribute(xml, "timestamp").map(Instant::parse);
    var took =
        Duration.ofMillis((long) (1000 * Double.parseDouble(attribute(xml, "time").orElse("0"))));
    Optional<String> failure = Optional.empty();
    while (xml.next() != XMLStreamConstants.END_ELEMENT || !xml.getLocalName().equals("testcase")) {
      if (xml.isStartElement()
          && (xml.getLocalName().equals("failure") || xml.getLocalName().equals("error"))) {
        failure = Optional.of(reason(xml));
      }
    }
    return new Claim(
        name, failure, from.orElse(since), from.map(begin -> begin.plus(took)).orElse(until));
  }

  private static String reason(XMLStreamReader xml) {
    var message = attribute(xml, "message").or(() -> attribute(xml, "type")).orElse("no message");
    // The first line of an assertion is empty or says only that there was one.
    var line = message.strip().replaceAll("\\s+", " ");
    return line.length() <= MESSAGE ? line : line.substring(0, MESSAGE) + "…";
  }

  private static Optional<String> attribute(XMLStreamReader xml, String name) {
    return Optional.ofNullable(xml.getAttributeValue(null, name)).filter(value -> !value.isBlank());
  }
}
