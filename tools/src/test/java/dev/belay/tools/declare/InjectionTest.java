package dev.belay.tools.declare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.claims.Claim;
import dev.belay.core.call.CallContext;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Payload;
import dev.belay.core.cancel.Cancellation;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Time;
import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.bind.ArgumentMismatchException;
import dev.belay.tools.call.ClientLog;
import dev.belay.tools.call.ClientQuestions;
import dev.belay.tools.call.Heartbeats;
import dev.belay.tools.call.ToolCall;
import dev.belay.tools.inject.InjectionPoint;
import dev.belay.tools.inject.MissingSettingException;
import dev.belay.tools.inject.Principal;
import dev.belay.tools.inject.ProjectPaths;
import dev.belay.tools.inject.Settings;
import dev.belay.tools.schema.ArgumentSpec;
import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class InjectionTest {
  private static final Path ROOT = Path.of("/srv/project");

  private static NativeTool only(ToolsBuilder builder, Object tools) {
    return builder.add(tools).build().all().getFirst();
  }

  private static List<String> arguments(NativeTool tool) {
    return tool.declaration().arguments().stream().map(ArgumentSpec::name).toList();
  }

  static final class Rooted {
    @Tool(injectRoot = true)
    String list(String pattern, Path projectRoot) {
      return projectRoot + "/" + pattern;
    }
  }

  @Test
  @Claim({"S4-59", "S4-76"})
  @DisplayName("S4-59, S4-76 project_root is injected where it is asked for, and hidden")
  void theProjectsRoot() throws Exception {
    var tool = only(Tools.builder().root(ROOT), new Rooted());
    assertThat(arguments(tool)).containsExactly("pattern");
    assertThat(tool.body().run(JsonCall.of("{\"pattern\":\"*\",\"project_root\":\"/etc\"}")))
        .isEqualTo("/srv/project/*");
  }

  static final class RootsOfAllKinds {
    @Tool(injectRoot = true)
    String text(String projectRoot) {
      return projectRoot;
    }

    @Tool(injectRoot = true)
    File file(File projectRoot) {
      return projectRoot;
    }

    @Tool(injectRoot = true)
    URI uri(@Arg(name = "project_root") URI at) {
      return at;
    }
  }

  @Test
  @DisplayName("S4-59 the root comes as a text, a file or a URI too")
  void rootsOfAllKinds() throws Exception {
    var tools = Tools.builder().root(ROOT).add(new RootsOfAllKinds()).build();
    var call = JsonCall.of("{}");
    assertThat(tools.named("text").orElseThrow().body().run(call)).isEqualTo("/srv/project");
    assertThat(tools.named("file").orElseThrow().body().run(call)).isEqualTo(ROOT.toFile());
    assertThat(tools.named("uri").orElseThrow().body().run(call)).isEqualTo(ROOT.toUri());
  }

  static final class NotRooted {
    @Tool
    String list(String projectRoot) {
      return projectRoot;
    }
  }

  @Test
  @DisplayName("S4-59 without injectRoot, project_root is an argument like others")
  void notAskedFor() throws Exception {
    var tool = only(Tools.builder().root(ROOT), new NotRooted());
    assertThat(arguments(tool)).containsExactly("project_root");
    assertThat(tool.body().run(JsonCall.of("{\"project_root\":\"x\"}"))).isEqualTo("x");
  }

  static final class Configured {
    @Tool(injectSettings = {"api.key", "api.url"})
    String fetch(String page, String apiKey, Settings settings) {
      return page + apiKey + settings.get("api.url") + settings.find("db.password").isPresent();
    }
  }

  private static final Map<String, String> SETTINGS =
      new TreeMap<>(Map.of("api.key", "k", "api.url", "u", "db.password", "secret"));

  @Test
  @Claim("S4-60")
  @DisplayName("S4-60 the settings that a tool names are injected, and it sees no others")
  void namedSettings() throws Exception {
    var tool = only(Tools.builder().settings(SETTINGS), new Configured());
    assertThat(arguments(tool)).containsExactly("page");
    assertThat(tool.body().run(JsonCall.of("{\"page\":\"p\"}"))).isEqualTo("pkufalse");
  }

  static final class Autowired {
    @Tool
    String myCommand(String message, Settings settings, ProjectPaths paths) {
      return message + " with " + settings.get("api.key") + " in " + paths.logs();
    }
  }

  @Test
  @Claim({"S4-61", "S4-71", "S4-72", "S4-73", "S4-74", "S4-75"})
  @DisplayName("S4-61, S4-71 … S4-75 Settings and ProjectPaths are injected, hidden, not passed")
  void autowiredByType() throws Exception {
    var tool = only(Tools.builder().root(ROOT).settings(SETTINGS), new Autowired());
    assertThat(arguments(tool)).containsExactly("message");
    assertThat(tool.declaration().inputSchema().tree().get("properties").propertyNames())
        .containsExactly("message");
    assertThat(tool.body().run(JsonCall.of("{\"message\":\"hi\"}")))
        .isEqualTo("hi with k in /srv/project/.belay/logs");
  }

  static final class Database {}

  static final class NotAutowired {
    @Tool(autowire = false)
    void store(Database database) {}
  }

  static final class Storing {
    @Tool
    Object store(Database database, @Arg String key) {
      return List.of(database, key);
    }
  }

  @Test
  @Claim("S4-61")
  @DisplayName("S4-61 autowire = false asks no injector")
  void autowireOff() {
    var asked = new ArrayList<InjectionPoint>();
    var builder =
        Tools.builder()
            .injector(point -> {
              asked.add(point);
              return Optional.of(_ -> new Database());
            })
            .add(new NotAutowired());
    assertThatThrownBy(builder::build)
        .isInstanceOf(InvalidToolsException.class)
        .hasMessageContaining("parameter database: no JSON can become");
    assertThat(asked).isEmpty();
  }

  @Test
  @Claim("S4-71")
  @DisplayName("S4-71 an injector gives any other type, and never takes an @Arg from the model")
  void anInjector() throws Exception {
    var database = new Database();
    var asked = new ArrayList<String>();
    var tool =
        only(
            Tools.builder()
                .injector(_ -> Optional.empty())
                .injector(point -> {
                  asked.add(point.tool() + "/" + point.parameter().getName() + "/" + point.type());
                  return Optional.of(call -> call.principal().isEmpty() ? call : database);
                }),
            new Storing());
    assertThat(asked).containsExactly("store/database/" + Database.class);
    assertThat(arguments(tool)).containsExactly("key");
    assertThat(tool.body().run(JsonCall.of("{\"key\":\"k\"}"))).isEqualTo(List.of(database, "k"));
  }

  static final class Variadic {
    @Tool
    String join(String first, String... rest) {
      return first + rest.length;
    }
  }

  @Test
  @Claim("S4-77")
  @DisplayName("S4-77 varargs are no argument, and are empty")
  void varargs() throws Exception {
    var tool = only(Tools.builder(), new Variadic());
    assertThat(arguments(tool)).containsExactly("first");
    assertThat(tool.body().run(JsonCall.of("{\"first\":\"a\",\"rest\":[\"b\"]}"))).isEqualTo("a0");
  }

  static final class Handles {
    @Tool
    List<Object> take(
        ToolCall call,
        CallContext context,
        Heartbeats heartbeats,
        Cancellation cancellation,
        Time time,
        Principal principal,
        ClientLog log,
        ClientQuestions client) {
      heartbeats.heartbeat("half way");
      return List.of(call, context, cancellation, time, principal, log, client);
    }

    @Tool(autowire = false)
    Object always(Principal principal) {
      return principal.isLocal();
    }
  }

  /** A call whose client answers nothing, in a call of the core. */
  private record CoreCall(CallContext context, ClientLog log, ClientQuestions client)
      implements NoArguments {}

  @Test
  @Claim("S4-72")
  @DisplayName("S4-72 the call, its handles and its client are injected by type, and hidden")
  void theCallItself() throws Exception {
    var tools = Tools.of(new Handles());
    var tool = tools.named("take").orElseThrow();
    assertThat(arguments(tool)).isEmpty();
    var got = new AtomicReference<Object>();
    try (var governor = new Governor(GovernorOptions.of(new HandTime()))) {
      var running =
          governor.start(
              CallRequest.of("take", Payload.EMPTY),
              context -> {
                var call = new CoreCall(context, new SilentClient(), new SilentClient());
                got.set(List.of(call, Objects.requireNonNull(tool.body().run(call))));
                return Payload.EMPTY;
              });
      assertThat(running.join()).isInstanceOf(Outcome.Completed.class);
      assertThat(running.lastWord().orElseThrow().message()).isEqualTo("half way");
      var call = (CoreCall) ((List<?>) got.get()).get(0);
      assertThat(((List<?>) got.get()).get(1))
          .isEqualTo(
              List.of(
                  call,
                  call.context(),
                  call.context().cancellation(),
                  call.context().time(),
                  new Principal("local"),
                  call.log(),
                  call.client()));
    }
    assertThat(tools.named("always").orElseThrow().body().run(JsonCall.of("{}"))).isEqualTo(false);
  }

  @Test
  @Claim("S4-60")
  @DisplayName("A setting that is missing, or hidden from a tool, is told by its key")
  void aMissingSetting() {
    var settings = Settings.of(SETTINGS).only(Set.of("api.key"));
    assertThat(settings.keys()).containsExactly("api.key");
    assertThatThrownBy(() -> settings.get("db.password"))
        .isInstanceOf(MissingSettingException.class)
        .hasMessageContaining("db.password");
    assertThat(settings).hasToString("Settings[api.key]");
  }

  @Test
  @DisplayName("A defined tool reads its arguments as Java values, and is told of mistakes")
  void typedArguments() {
    var call = JsonCall.of("{\"url\":\"https://a.example\",\"depth\":\"2\",\"none\":null}");
    assertThat(call.argument("url", URI.class)).isEqualTo(URI.create("https://a.example"));
    assertThat(call.optional("url", String.class)).contains("https://a.example");
    assertThat(call.optional("none", String.class)).isEmpty();
    assertThat(call.optional("more", String.class)).isEmpty();
    assertThatThrownBy(() -> call.argument("depth", int.class))
        .isInstanceOf(ArgumentMismatchException.class)
        .hasMessageStartingWith("depth: expected a whole number");
    assertThatThrownBy(() -> call.argument("more", int.class))
        .hasMessage("more: expected a value, got nothing");
  }
}
