package dev.belay.agent.model.script;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.Parser;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/** Where scripts come from. */
final class Scripts {
  private static final String DEMO = "demo.yaml";
  private static final int MOST_BYTES = 1 << 20;
  private static final int DEEPEST = 32;

  private Scripts() {}

  static Script load(Path file) throws ScriptException {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new ScriptException(file + ": is longer than 1 MiB");
      }
      return read(file.toString(), Files.readString(file));
    } catch (IOException e) {
      throw new ScriptException(file + ": cannot be read: " + e);
    }
  }

  static Script builtIn() {
    try (var in = Objects.requireNonNull(Scripts.class.getResourceAsStream(DEMO))) {
      return read(DEMO, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ScriptException e) {
      throw new AssertionError("the script built in is followed in a test", e);
    }
  }

  /**
   * Reads a script.
   *
   * @param file what faults name
   */
  static Script read(String file, String yaml) throws ScriptException {
    var faults = new Faults(file);
    var settings =
        LoadSettings.builder().setLabel(file).setCodePointLimit(yaml.length() + 1).build();
    try {
      checkDepth(settings, yaml, faults);
      faults.throwIfAny();
      var root = new Composer(settings, parser(settings, yaml)).getSingleNode();
      if (root.isEmpty()) {
        faults.at(Optional.empty(), "", "is empty; a script has 'steps' or 'rules'");
      }
      faults.throwIfAny();
      var script = new ScriptReader(faults).script(root.orElseThrow());
      faults.throwIfAny();
      return script;
    } catch (MarkedYamlEngineException e) {
      faults.at(e.getProblemMark().or(e::getContextMark), "", "is not YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      faults.at(Optional.empty(), "", "is not YAML: " + e.getMessage());
    }
    faults.throwIfAny();
    throw new AssertionError("there is a fault");
  }

  private static Parser parser(LoadSettings settings, String yaml) {
    return new ParserImpl(settings, new StreamReader(settings, yaml));
  }

  /** Nodes nest, and name each other, without bound; the parser's events do not. */
  private static void checkDepth(LoadSettings settings, String yaml, Faults faults) {
    var depth = 0;
    for (var events = parser(settings, yaml); events.hasNext(); ) {
      var event = events.next();
      if (event instanceof CollectionStartEvent && ++depth > DEEPEST) {
        faults.at(event.getStartMark(), "", "is nested deeper than " + DEEPEST + " levels");
        return;
      }
      if (event instanceof AliasEvent) {
        faults.at(event.getStartMark(), "", "a script has no aliases");
        return;
      }
      if (event instanceof CollectionEndEvent) {
        depth--;
      }
    }
  }
}
