package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.Loaded.Finding;
import dev.belay.config.Sources.Flag;
import dev.belay.config.Sources.Wrapped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A directory with files, an environment and a command line, loaded as in Belay. */
final class Scene {
  private final Path directory;
  private final Map<String, String> environment = new HashMap<>();
  private final List<Flag> flags = new ArrayList<>();
  private final List<Path> clients = new ArrayList<>();
  private Set<String> needed = Set.of();
  private boolean withAgents = true;
  private @Nullable Path file;
  private @Nullable Wrapped wrapped;

  Scene(Path directory) {
    this.directory = directory;
  }

  Scene yaml(String text) {
    write("belay.yaml", text);
    return this;
  }

  Scene client(String name, String text) {
    clients.add(write(name, text));
    return this;
  }

  Scene clientFile(Path path) {
    clients.add(path);
    return this;
  }

  Scene file(Path path) {
    file = path;
    return this;
  }

  Scene environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  Scene flag(String name, String key, String text) {
    flags.add(new Flag(name, key, text));
    return this;
  }

  /** Simulates {@code belay wrap -- node server.js}, with flags of its own. */
  Scene wrap() {
    wrapped = new Wrapped("files", "node", List.of("server.js"));
    return this;
  }

  /** Simulates {@code belay call --url URL}, with flags of its own. */
  Scene atUrl(String url) {
    wrapped = Wrapped.atUrl("files");
    return wrapFlag("--url", "url", url);
  }

  Scene wrapFlag(String name, String leaf, String text) {
    flags.add(Flag.ofServer(name, "files", leaf, text));
    return this;
  }

  /** Simulates {@code --server NAME}. */
  Scene needing(String server) {
    needed = Set.of(server);
    return this;
  }

  /** Reads like {@code belay wrap} and {@code belay call}. */
  Scene withoutAgents() {
    withAgents = false;
    return this;
  }

  Path write(String name, String text) {
    try {
      return Files.writeString(directory.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Loaded load() {
    var sources =
        new Sources(directory, file, clients, environment, flags, wrapped).needing(needed);
    return Config.load(withAgents ? sources : sources.withoutAgents());
  }

  Settings settings() {
    var loaded = load();
    assertThat(loaded).isInstanceOf(Loaded.Good.class);
    return ((Loaded.Good) loaded).settings();
  }

  ServerSettings server(String name) {
    return Objects.requireNonNull(settings().servers().get(name), name);
  }

  /** Returns errors as printed, without the directory. */
  List<String> errors() {
    return switch (load()) {
      case Loaded.Good _ -> List.of();
      case Loaded.Bad(var errors, _) -> printed(errors);
    };
  }

  /** Returns warnings as printed, without the directory. */
  List<String> warnings() {
    return printed(load().warnings());
  }

  Map<String, String> origins() {
    Map<String, String> origins = new HashMap<>();
    settings().explain().forEach(row -> origins.put(row.key(), row.value() + " " + row.origin()));
    return origins;
  }

  private List<String> printed(List<Finding> findings) {
    return findings.stream().map(f -> f.toString().replace(directory + "/", "")).toList();
  }
}
