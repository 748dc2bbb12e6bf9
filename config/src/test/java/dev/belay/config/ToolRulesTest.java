package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The most specific glob of tools that sets a key decides")
class ToolRulesTest {
  @TempDir Path directory;

  private static ApprovalSettings.Rule rule(Settings settings, String server, String tool) {
    var said = Objects.requireNonNull(settings.approval(server, tool));
    return Objects.requireNonNull(said.find(() -> "any")).rule();
  }

  @Test
  void theMostSpecificGlobSaysWhetherPeopleDecideAndWhy() {
    var yaml =
        """
        tools:
          "*": { approvers: 2, approval: deny, approval_reason: frozen }
          "docs__*": { approval: ask }
          "docs__read": { approval: allow, approval_reason: harmless }
        """;
    var settings = new Scene(directory).yaml(yaml).settings();
    assertThat(rule(settings, "files", "write"))
        .isEqualTo(new ApprovalSettings.Rule(ApprovalSettings.Mode.DENY, "frozen", 2));
    assertThat(rule(settings, "docs", "write"))
        .isEqualTo(new ApprovalSettings.Rule(ApprovalSettings.Mode.ASK, "", 2));
    assertThat(rule(settings, "docs", "read"))
        .isEqualTo(new ApprovalSettings.Rule(ApprovalSettings.Mode.ALLOW, "harmless", 2));
    assertThat(new Scene(directory).yaml("{}").settings().approval("docs", "read")).isNull();
  }

  @Test
  void aGlobSaysWhetherJobsRunAgain() {
    var yaml = "tools: { \"docs__*\": { on_restart: retry }, \"docs__pay\": { on_restart: fail } }";
    var settings = new Scene(directory).yaml(yaml).settings();
    assertThat(settings.onRestart("docs", "read")).isEqualTo(JobSettings.OnRestart.RETRY);
    assertThat(settings.onRestart("docs", "pay")).isEqualTo(JobSettings.OnRestart.FAIL);
    assertThat(settings.onRestart("files", "read")).isEqualTo(JobSettings.OnRestart.FAIL);
    assertThat(settings.mayRestartJobs()).isTrue();
    assertThat(new Scene(directory).yaml("{}").settings().mayRestartJobs()).isFalse();
  }

  @Test
  void aGlobSaysWhatBecomesOfRepeatsElseTheKeyOfJobs() {
    var yaml = "{ jobs: { join: never }, tools: { \"docs__*\": { join: always } } }";
    var settings = new Scene(directory).yaml(yaml).settings();
    assertThat(settings.join("docs", "read")).isEqualTo(JobSettings.Join.ALWAYS);
    assertThat(settings.join("files", "read")).isEqualTo(JobSettings.Join.NEVER);
  }

  @Test
  void theMostSpecificGlobSaysWhetherCallsBecomeJobs() {
    var yaml = "tools: { \"docs__*\": { job: never }, \"docs__crawl\": { job: always } }";
    var settings = new Scene(directory).yaml(yaml).settings();
    assertThat(settings.job("docs", "crawl")).isEqualTo(JobSettings.Mode.ALWAYS);
    assertThat(settings.job("docs", "read")).isEqualTo(JobSettings.Mode.NEVER);
    assertThat(settings.job("files", "read")).isEqualTo(JobSettings.Mode.AUTO);
  }

  @ParameterizedTest
  @CsvSource({
    "mcp: {}, true",
    "mcp: { handoff_after: 0 }, false",
    "'{ mcp: { handoff_after: 0 }, tools: { x: { job: always } } }', true",
    "'{ mcp: { handoff_after: 0, handoff_after_with_progress: 9 } }', true",
  })
  void jobsAriseOnlyWhereCallsMayBecomeSome(String yaml, boolean expected) {
    assertThat(new Scene(directory).yaml(yaml).settings().mayHaveJobs()).isEqualTo(expected);
  }
}
