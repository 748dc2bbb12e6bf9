package dev.belay.bench.core;

import dev.belay.config.ApprovalSettings;
import dev.belay.config.ArgumentCondition;
import dev.belay.config.Settings;
import dev.belay.core.approval.Approvals;
import dev.belay.core.call.Gate;
import dev.belay.core.time.Time;
import dev.belay.gateway.approval.ApprovalGates;
import dev.belay.gateway.approval.PersonAtClient;
import dev.belay.gateway.call.CallPolicies;
import dev.belay.gateway.call.CallPolicy;
import dev.belay.gateway.call.Handoff;
import dev.belay.mcp.era.Era;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of approvals to a call about which no person is asked, with arguments of 1 KiB. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 4, time = 1)
public class ApprovalBenchmark {
  private static final byte[] PARAMS =
      ("{\"name\":\"write\",\"arguments\":{\"path\":\"/srv/a\",\"text\":\""
              + "x".repeat(1_000)
              + "\"}}")
          .getBytes(StandardCharsets.UTF_8);

  private final ApprovalSettings settings = ApprovalSettings.defaults();
  private final ApprovalGates gates =
      new ApprovalGates(
          new Approvals(Time.system(), _ -> {}),
          () -> settings,
          _ -> false,
          ApprovalGates.Place.API,
          Time.system());
  private final CallPolicy unset = new CallPolicies(Settings.defaults(), "files").of("write");
  private final CallPolicy conditional = conditional(unset);
  private final Handoff.Waiting client =
      new Handoff.Waiting(
          Era.MODERN,
          /* hearsProgress= */ true,
          false,
          null,
          new Handoff.Asked(
              "local",
              () -> null,
              () -> "bench",
              "files",
              "write",
              () -> false,
              () -> PARAMS,
              () -> 0));

  private static CallPolicy conditional(CallPolicy unset) {
    var outside = new ArgumentCondition("/path", ArgumentCondition.Test.OUTSIDE, "/srv");
    return new CallPolicy(
        unset.limits(),
        unset.silence(),
        unset.lane(),
        unset.rate(),
        unset.job(),
        unset.estimate(),
        unset.join(),
        unset.onRestart(),
        ApprovalSettings.OfTool.of(
            new ApprovalSettings.Rule(ApprovalSettings.Mode.ASK, "", 1, List.of(outside))),
        unset.repeats());
  }

  /** Nothing is set for the tool, as in every program without approvals. */
  @Benchmark
  public List<Gate> unset() {
    return gates.of(new ApprovalGates.Said(() -> unset, () -> null), client, PersonAtClient.NONE);
  }

  /** A condition on the arguments does not hold: they are made canonical to see that. */
  @Benchmark
  public List<Gate> conditionAside() {
    return gates.of(
        new ApprovalGates.Said(() -> conditional, () -> null), client, PersonAtClient.NONE);
  }
}
