package dev.belay.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.Concurrency;
import dev.belay.config.Glob;
import dev.belay.config.Scope;
import dev.belay.config.Settings;
import dev.belay.config.ToolSettings;
import dev.belay.core.lane.Lane;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("C19: a tool runs alone on its server only where its own settings say so")
final class CallPoliciesTest {
  @Test
  void exclusiveWithinATurnIsNoMatterOfTheServer() {
    var policies =
        policies(
            rule("write", Concurrency.EXCLUSIVE, Scope.UPSTREAM),
            rule("read", Concurrency.EXCLUSIVE, null),
            rule("list", Concurrency.EXCLUSIVE, Scope.TURN));

    assertThat(policies.of("write").ofServer()).isEqualTo(new Lane.Exclusive());
    assertThat(policies.of("read").ofServer()).isEqualTo(new Lane.Parallel());
    assertThat(policies.of("list").ofServer()).isEqualTo(new Lane.Parallel());
  }

  @Test
  void theScopeOfOneGlobAndTheConcurrencyOfAnotherAddUp() {
    var policies =
        policies(
            rule("write", Concurrency.EXCLUSIVE, null), rule("files__*", null, Scope.UPSTREAM));

    assertThat(policies.mayBeExclusive()).isTrue();
    assertThat(policies.of("write").ofServer()).isEqualTo(new Lane.Exclusive());
    assertThat(policies.of("read").ofServer()).isEqualTo(new Lane.Parallel());
  }

  @Test
  void anotherServersLanesAreNotThisOnes() {
    assertThat(policies(rule("docs__*", Concurrency.EXCLUSIVE, Scope.UPSTREAM)).mayBeExclusive())
        .isFalse();
    assertThat(policies(rule("files__*", Concurrency.EXCLUSIVE, Scope.TURN)).mayBeExclusive())
        .isFalse();
  }

  private static ToolSettings rule(
      String glob, @Nullable Concurrency concurrency, @Nullable Scope scope) {
    return new ToolSettings(new Glob(glob), null, null, concurrency, scope, null);
  }

  private static CallPolicies policies(ToolSettings... rules) {
    var defaults = Settings.defaults();
    var settings =
        new Settings(
            defaults.mcp(),
            defaults.http(),
            defaults.auth(),
            defaults.observability(),
            defaults.listing(),
            defaults.turns(),
            defaults.jobs(),
            defaults.approval(),
            defaults.agents(),
            defaults.servers(),
            List.of(rules),
            defaults.origins());
    return new CallPolicies(settings, "files");
  }
}
