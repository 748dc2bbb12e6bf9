package dev.belay.gateway.turn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.config.JobSettings;
import dev.belay.config.ListingSettings;
import dev.belay.config.Rate;
import dev.belay.config.Scope;
import dev.belay.config.Settings;
import dev.belay.core.call.Caller;
import dev.belay.core.call.EffectiveLimits;
import dev.belay.core.call.EffectiveLimits.Part;
import dev.belay.core.lane.Lane;
import dev.belay.core.time.HandTime;
import dev.belay.core.turn.ToolTimeouts.Silence;
import dev.belay.core.turn.ToolUse;
import dev.belay.gateway.call.CallPolicy;
import dev.belay.gateway.call.ToolCall;
import dev.belay.gateway.call.ToolCalls;
import dev.belay.gateway.call.ToolLists;
import dev.belay.gateway.listing.ListFailed;
import dev.belay.mcp.session.ClientLink;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S4-12: the tools of turns are requested from time to time, and not by each turn")
final class TurnToolsTest {
  private final HandTime time = new HandTime();
  private final List<String> reports = new ArrayList<>();
  private final Counting host = new Counting();
  private Duration ttl = Duration.ofSeconds(1);
  private final TurnTools tools =
      new TurnTools(ToolCalls.NONE, host, this::settings, time, reports::add);

  /** Tools of which some have names that no provider takes; notes who lists them. */
  private static final class Counting implements ToolLists {
    final ConcurrentLinkedQueue<String> lists = new ConcurrentLinkedQueue<>();
    final LinkedBlockingQueue<Runnable> held = new LinkedBlockingQueue<>();
    volatile boolean isHolding;
    volatile boolean isFailing;

    private static final List<byte[]> TOOLS =
        List.of(
            tool("read", "\"annotations\":{\"readOnlyHint\":true}"),
            tool("drop", "\"annotations\":{\"destructiveHint\":true}"),
            tool("a.dotted", "\"title\":\"x\""),
            tool("x".repeat(65), "\"title\":\"x\""));

    private static byte[] tool(String name, String more) {
      return "{\"name\":\"%s\",\"description\":\"%s\",\"inputSchema\":{\"type\":\"object\"},%s}"
          .formatted(name, "Long words. ".repeat(60), more)
          .getBytes(UTF_8);
    }

    @Override
    public CompletionStage<List<byte[]>> tools(ClientLink client) {
      lists.add(client.principal());
      if (isFailing) {
        return CompletableFuture.failedStage(new ListFailed("nobody is there"));
      }
      var list = new CompletableFuture<List<byte[]>>();
      if (isHolding) {
        held.add(() -> list.complete(TOOLS));
      } else {
        list.complete(TOOLS);
      }
      return list;
    }
  }

  private Settings settings() {
    var all = Settings.defaults();
    var listing = all.listing();
    return new Settings(
        all.mcp(),
        all.http(),
        all.auth(),
        all.observability(),
        new ListingSettings(listing.lists(), listing.onChange(), listing.access(), ttl),
        all.turns(),
        all.jobs(),
        all.approval(),
        all.agents(),
        all.servers(),
        all.tools(),
        all.origins());
  }

  private List<String> lanes(String principal) throws InvalidTurn, InterruptedException {
    var asked = List.of(AskedTool.of("1", "drop", "{}"), AskedTool.of("2", "read", "{}"));
    return tools.uses(Caller.of(principal, null), asked).stream()
        .map(ToolUse::tool)
        .map(tool -> tool.lane().getClass().getSimpleName())
        .toList();
  }

  @Test
  @DisplayName("one list for each principal, for calls and for models, until it is too old")
  void listsAreCachedForEachPrincipal() throws ListFailed, InvalidTurn, InterruptedException {
    assertThat(lanes("anna")).containsExactly("Exclusive", "Parallel");
    assertThat(lanes("anna")).containsExactly("Exclusive", "Parallel");
    assertThat(tools.offered("anna")).hasSize(2);
    assertThat(host.lists).containsExactly("anna");
    assertThat(lanes("bob")).containsExactly("Exclusive", "Parallel");
    assertThat(host.lists).containsExactly("anna", "bob");
    time.advance(Duration.ofMillis(999));
    assertThat(tools.offered("anna")).hasSize(2);
    time.advance(Duration.ofMillis(1));
    assertThat(tools.offered("anna")).hasSize(2);
    assertThat(host.lists).containsExactly("anna", "bob", "anna");
  }

  @Test
  @DisplayName("S1-21, C7: exec of a server among several may be silent, as may exec of one alone")
  void execMayBeSilent() throws InvalidTurn, InterruptedException {
    var asked = List.of(AskedTool.of("1", "shell__exec", "{}"), AskedTool.of("2", "exec", "{}"));
    assertThat(tools.uses(Caller.of("anna", null), asked))
        .allSatisfy(use -> assertThat(use.tool().limits().idleTimeout()).isZero());
  }

  @Test
  @DisplayName("ARC-D5: a glob's and a tool's own limit of silence hold in turns, too")
  void configuredSilenceAppliesInTurns() throws InvalidTurn, InterruptedException {
    assertThat(silence("exec", new Silence(Duration.ofSeconds(5), null))).hasSeconds(5);
    assertThat(silence("exec", new Silence(null, Duration.ofSeconds(300)))).hasSeconds(300);
    assertThat(silence("read", new Silence(null, Duration.ofSeconds(300)))).hasSeconds(300);
    assertThat(silence("read", Silence.NONE)).hasSeconds(120);
  }

  /** Tools that all go by one policy, of which none is called. */
  private record Governed(CallPolicy policy) implements ToolCalls {
    @Override
    public CallPolicy policy(String tool) {
      return policy;
    }

    @Override
    public void start(ToolCall call) {
      throw new AssertionError("called " + call.tool());
    }
  }

  private Duration silence(String tool, Silence said) throws InvalidTurn, InterruptedException {
    var unset = new Part(Duration.ZERO, Part.UNSET, "");
    var lane = new dev.belay.config.LaneSettings(null, Scope.TURN, null);
    var limits = EffectiveLimits.clamped(unset, unset);
    var policy =
        new CallPolicy(
            limits,
            said,
            lane,
            Rate.NONE,
            JobSettings.Mode.AUTO,
            null,
            JobSettings.Join.AUTO,
            JobSettings.OnRestart.FAIL,
            null,
            null);
    var governed = new TurnTools(new Governed(policy), host, this::settings, time, reports::add);
    var uses = governed.uses(Caller.of("anna", null), List.of(AskedTool.of("1", tool, "{}")));
    return uses.getFirst().tool().limits().idleTimeout();
  }

  @Test
  @DisplayName("C19: a call reads and writes what its argument names in its caller's workspace")
  void resourcesAreResolvedInTheWorkspace() throws InvalidTurn, InterruptedException {
    var caller = new Caller("anna", null, null, Path.of("/w"), List.of(), 0, null, null);
    var asked =
        List.of(
            AskedTool.of("1", "read_file", "{\"path\":\"a\"}"),
            AskedTool.of("2", "read_file", "{\"path\":\"/w/b/../a\"}"));
    assertThat(tools.uses(caller, asked))
        .allSatisfy(use ->
            assertThat(use.tool().lane())
                .isEqualTo(new Lane.Keyed(Path.of("/w/a").toString(), Lane.Access.READ)));
  }

  @Test
  @DisplayName(
      "another configuration may have other servers: cached lists are discarded; with a time to"
          + " live of zero, at once, the list is requested each time")
  void anotherConfigurationDiscardsLists() throws ListFailed, InterruptedException {
    assertThat(tools.offered("anna")).hasSize(2);
    tools.replace(settings());
    assertThat(tools.offered("anna")).hasSize(2);
    assertThat(host.lists).hasSize(2);
    ttl = Duration.ZERO;
    assertThat(tools.offered("anna")).hasSize(2);
    assertThat(tools.offered("anna")).hasSize(2);
    assertThat(host.lists).hasSize(4);
  }

  @Test
  @DisplayName("concurrent requests for a list share one answer")
  void concurrentRequestsShareOneList() throws ExecutionException, InterruptedException {
    host.isHolding = true;
    var waiting = new ArrayList<CompletableFuture<List<OfferedTool>>>();
    for (int i = 0; i < 5; i++) {
      var one = new CompletableFuture<List<OfferedTool>>();
      waiting.add(one);
      Thread.ofVirtual()
          .start(() -> {
            try {
              one.complete(tools.offered("anna"));
            } catch (ListFailed | InterruptedException e) {
              one.completeExceptionally(e);
            }
          });
    }
    host.held.take().run();
    for (var one : waiting) {
      assertThat(one.get()).hasSize(2);
    }
    assertThat(host.lists).hasSize(1);
  }

  @Test
  @DisplayName("a failed list fails for its requests; calls are made without it")
  void aFailedListFailsItsRequestsAndCallsAreMadeWithoutIt()
      throws ListFailed, InvalidTurn, InterruptedException {
    host.isFailing = true;
    assertThatThrownBy(() -> tools.offered("anna"))
        .isInstanceOf(ListFailed.class)
        .hasMessageContaining("nobody is there");
    assertThat(lanes("anna")).containsExactly("Parallel", "Parallel");
    host.isFailing = false;
    assertThat(tools.offered("anna")).as("nothing is kept of a failure").hasSize(2);
  }

  @Test
  @DisplayName("an unanswered list is awaited up to its limit, and no longer")
  void aLateListIsAwaitedUpToItsLimit() throws InterruptedException {
    host.isHolding = true;
    var asking = new FutureTask<>(() -> tools.offered("anna"));
    var _ = Thread.ofVirtual().start(asking);
    var _ = host.held.take();
    time.pass(Duration.ofSeconds(2));
    assertThatThrownBy(asking::get)
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("not there within 2000 ms");
  }

  @Test
  @DisplayName("models are offered all tools, complete, except names that providers reject")
  void modelsAreOfferedAllToolsWithAcceptedNames() throws ListFailed, InterruptedException {
    assertThat(tools.offered("anna"))
        .containsExactly(
            new OfferedTool("read", "Long words. ".repeat(60), "{\"type\":\"object\"}"),
            new OfferedTool("drop", "Long words. ".repeat(60), "{\"type\":\"object\"}"));
    assertThat(tools.offered("bob")).hasSize(2);
    assertThat(reports)
        .hasSize(2)
        .anyMatch(line -> line.startsWith("models are not told of the tool \"a.dotted\": "))
        .anyMatch(line -> line.startsWith("models are not told of the tool \"xxxx"));
  }
}
