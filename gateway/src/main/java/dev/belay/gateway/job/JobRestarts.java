package dev.belay.gateway.job;

import dev.belay.config.JobSettings;
import dev.belay.core.call.Call;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Unattended;
import dev.belay.core.job.Estimator;
import dev.belay.core.job.Job;
import dev.belay.core.job.JobStore;
import dev.belay.core.job.JobStoreException;
import dev.belay.core.job.Jobs;
import dev.belay.core.turn.TurnCallPolicy;
import dev.belay.gateway.call.CallPolicy;
import dev.belay.gateway.call.Decisions;
import dev.belay.gateway.call.Decisions.Decision;
import dev.belay.gateway.call.ToolCall;
import dev.belay.gateway.call.ToolCalls;
import dev.belay.mcp.session.ClientLink;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Starts jobs again whose program was killed, where the configuration still says so of their tools.
 * Each is run by one program alone, under its own id.
 *
 * @param names what a tool of a server is called among these tools; null where it is not among them
 * @param report is told where the store fails
 */
public record JobRestarts(
    Jobs jobs,
    ToolCalls tools,
    BiFunction<String, String, @Nullable String> names,
    Decisions decisions,
    Consumer<String> report) {

  /** On whose behalf it runs; what its server asks reaches no client. */
  private record Restarted(String principal, String id) implements ClientLink {
    @Override
    public String door() {
      return "jobs";
    }

    @Override
    public boolean tell(byte[] message) {
      return false;
    }
  }

  /** Has it run under its id, whether a client waits or not. */
  private record Terms(Job job) implements TurnCallPolicy {
    @Override
    public Caller caller() {
      return Caller.of(job.principal(), job.session());
    }

    @Override
    public CallRequest on(CallRequest asked) {
      return asked.withCaller(caller()).withUnattended(new Unattended.Never()).withId(job.id());
    }

    /** Its client has called once. */
    @Override
    public boolean isCounted() {
      return false;
    }

    @Override
    public void started(Call call) {}

    @Override
    public void refused(String reason) {}
  }

  /** Starts those that there are; may block. */
  public void begin() {
    try {
      jobs.take(this::isWanted).forEach(this::restart);
    } catch (JobStoreException e) {
      report.accept("jobs of programs that were killed are not started again: " + e.getMessage());
    }
  }

  private boolean isWanted(Job job) {
    var policy = policy(job);
    return policy != null && policy.onRestart() == JobSettings.OnRestart.RETRY;
  }

  private @Nullable String name(Job job) {
    var server = job.server();
    return server == null ? null : names.apply(server, job.tool());
  }

  private @Nullable CallPolicy policy(Job job) {
    var name = name(job);
    return name == null ? null : tools.policy(name);
  }

  private void restart(JobStore.Taken taken) {
    var job = taken.job();
    var name = name(job);
    var policy = policy(job);
    if (name == null || policy == null) {
      // The configuration has changed just now.
      jobs.notRestarted(job, "Its tool is gone. Check its effects before you run it again.");
      return;
    }
    var attempt = ((Job.State.Open) job.state()).attempt();
    decisions.decided(
        new Decision(
            "job", "restarted", job.principal(), job.id().toString(), "attempt " + attempt));
    var expected = new Estimator.Expected(0, policy.estimate());
    tools.start(
        new ToolCall(
            name,
            taken.arguments(),
            new Restarted(job.principal(), "job " + job.id()),
            new Terms(job),
            call -> jobs.restarted(job, call, policy.limits(), expected),
            why -> jobs.notRestarted(job, why)));
  }
}
