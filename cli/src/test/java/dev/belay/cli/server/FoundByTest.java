package dev.belay.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.process.spawn.Means;
import java.util.EnumSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P9: weak means are told, strong ones are not")
final class FoundByTest {
  @Test
  void eitherOfTheStrongMeansIsEnough() {
    assertThat(FoundBy.warning(EnumSet.of(Means.CGROUP))).isNull();
    assertThat(FoundBy.warning(EnumSet.of(Means.SESSION, Means.COOKIE))).isNull();
  }

  @Test
  void theCookieAloneIsTold() {
    assertThat(FoundBy.warning(EnumSet.of(Means.COOKIE)))
        .isEqualTo(
            "warning: no cgroups and no sessions on this machine: what a server leaves behind is"
                + " found by its cookie in the environment alone");
  }
}
