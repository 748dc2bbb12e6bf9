package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.ServerSettings.EraPolicy;
import dev.belay.config.ServerSettings.OnIgnoredCancel;
import dev.belay.config.Settings.Row;
import dev.belay.core.call.WorkerOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Contract pins: the default settings. Changing one is a release note. */
class DefaultsTest {
  @TempDir Path directory;

  @Test
  @DisplayName("S0-27, C5 who sets nothing has the defaults, which the rows below tell")
  void everyDefault() {
    var settings = new Scene(directory).settings();
    assertThat(settings).isEqualTo(Settings.defaults()).hasSameHashCodeAs(Settings.defaults());
    assertThat(settings.mcp().idleTimeout()).isNull();
    assertThat(settings.auth().oauth()).isNull();
    assertThat(settings.observability().audit().file()).isNull();
    assertThat(settings.listing().access()).isEmpty();
    assertThat(settings.turns().overrides()).isEmpty();
    assertThat(settings.servers()).isEmpty();
    assertThat(settings.tools()).isEmpty();
  }

  @Test
  void everyDefaultOfAServer() {
    var settings = new Scene(directory).yaml("mcpServers: { files: { command: npx } }").settings();
    assertThat(settings.servers().get("files"))
        .isEqualTo(
            new ServerSettings(
                "files",
                new Start.Command("npx", List.of(), Map.of(), null),
                null,
                null,
                Duration.ofSeconds(60),
                Duration.ofSeconds(2),
                Isolation.SHARED,
                EraPolicy.AUTO,
                OnIgnoredCancel.REPLACE,
                1,
                null,
                ToolAccess.OPEN,
                false))
        .isEqualTo(ServerSettings.defaults("files", "npx"));
  }

  @Test
  void everyDefaultOfAServerAtAUrl() {
    var uri = URI.create("http://127.0.0.1:4000/mcp");
    var settings =
        new Scene(directory).yaml("mcpServers: { docs: { url: \"" + uri + "\" } }").settings();
    assertThat(settings.servers().get("docs"))
        .isEqualTo(
            new ServerSettings(
                "docs",
                new Start.Url(uri, Map.of()),
                null,
                null,
                Duration.ofSeconds(60),
                Duration.ofSeconds(2),
                Isolation.SESSION,
                EraPolicy.AUTO,
                OnIgnoredCancel.REPLACE,
                1,
                null,
                ToolAccess.OPEN,
                false))
        .isEqualTo(ServerSettings.defaults("docs", uri));
  }

  @Test
  void everyDefaultOfAGlob() {
    assertThat(new Scene(directory).yaml("tools: { \"*\": {} }").settings().tools())
        .containsExactly(new ToolSettings(new Glob("*"), null, null, null, null, null))
        .containsExactly(ToolSettings.defaults("*"));
    assertThat(Settings.defaults().lane("files", "read"))
        .isEqualTo(new LaneSettings(null, Scope.TURN, null));
  }

  @Test
  @DisplayName("C5 unset, the idle limit of upstreams is 300 s")
  void anUpstreamMayBeSilentForFiveMinutes() {
    var limits = Settings.defaults().limits("files", "read");
    assertThat(limits.timeout().value()).hasSeconds(1800);
    assertThat(limits.idleTimeout().value()).hasSeconds(300);
  }

  @Test
  void everyDefaultSaysThatItIsOne() {
    assertThat(new Scene(directory).settings().explain())
        .containsExactly(
            new Row("mcp.timeout", "1800", "default"),
            new Row("mcp.idle_timeout", "300", "default"),
            new Row("mcp.timeout (over http)", "1830", "timeout + 30 s, 0 if that is 0"),
            new Row("mcp.cancel_grace", "2", "default"),
            new Row("mcp.startup_timeout", "60", "default"),
            new Row("mcp.keep_alive_first", "5", "default"),
            new Row("mcp.keep_alive_interval", "10", "default"),
            new Row("mcp.max_line_bytes", "10485760", "default"),
            new Row("mcp.workers", Integer.toString(WorkerOptions.usual()), "default"),
            new Row("mcp.prefix", "auto", "default"),
            new Row("mcp.errors.mode", "result", "default"),
            new Row("mcp.tools_list.description_max_chars", "140", "default"),
            new Row("mcp.tools_list.max_in_flight", "90", "default"),
            new Row("mcp.tools_list.cache_ttl_ms", "1000", "default"),
            new Row("mcp.tools_list.wait_ms", "1000", "default"),
            new Row("mcp.tools_list.compact", "native", "default"),
            new Row("mcp.on_change", "allow", "default"),
            new Row("mcp.handoff_after", "50", "default"),
            new Row("mcp.handoff_after_with_progress", "0", "default"),
            new Row("mcp.task_after", "10", "default"),
            new Row("mcp.agent_list_tools_cache_ttl_ms", "1000", "default"),
            new Row("http.host", "127.0.0.1", "default"),
            new Row("http.port", "3002", "default"),
            new Row("http.allowed_hosts", "[]", "default"),
            new Row("http.allowed_origins", "[]", "default"),
            new Row("http.trusted_proxies", "[]", "default"),
            new Row("http.max_body_bytes", "4194304", "default"),
            new Row("http.memory_percent", "25", "default"),
            new Row("http.max_sessions", "10000", "default"),
            new Row("http.max_sessions_per_peer", "1000", "default"),
            new Row("http.max_in_flight", "20000", "default"),
            new Row("http.max_in_flight_per_session", "1000", "default"),
            new Row("http.max_connections", "20000", "default"),
            new Row("http.rate_limit", "0", "default"),
            new Row("http.session_idle_timeout", "1800", "default"),
            new Row("http.resume_for", "60", "default"),
            new Row("http.drain_timeout", "10", "default"),
            new Row("http.sse_comment_interval", "15", "default"),
            new Row("http.request_read_timeout", "10", "default"),
            new Row("http.body_timeout", "60", "default"),
            new Row("http.connection_idle_timeout", "75", "default"),
            new Row("http.question_timeout", "600", "default"),
            new Row("auth.mode", "token", "default"),
            new Row("auth.mode (on /mcp)", "open to this machine", "no auth.tokens, no auth.oauth"),
            new Row("observability.pressure_log_interval", "20", "default"),
            new Row("observability.tools_stats_log_interval", "60", "default"),
            new Row("audit.arguments", "hash", "default"),
            new Row("audit.fsync", "false", "default"),
            new Row("audit.max_file_bytes", "104857600", "default"),
            new Row("audit.max_files", "10", "default"),
            new Row("agents.defaults.toolTimeouts.defaultMs", "120000", "default"),
            new Row("agents.defaults.toolTimeouts.overrides.browser", "180000", "default"),
            new Row("agents.defaults.toolTimeouts.overrides.exec", "0", "default"),
            new Row("agents.defaults.toolTimeouts.overrides.sessions_ask", "0", "default"),
            new Row("agents.defaults.toolTimeouts.overrides.sessions_spawn", "0", "default"),
            new Row("agents.defaults.toolTimeouts.overrides.web_fetch", "60000", "default"),
            new Row("agents.defaults.toolTimeouts.overrides.web_search", "60000", "default"),
            new Row("turns.limit", "1800", "default"),
            new Row("turns.unannotated", "parallel", "default"),
            new Row("turns.loops.window", "12", "default"),
            new Row("turns.loops.warn_at", "3", "default"),
            new Row("turns.loops.halt_at", "5", "default"),
            new Row("turns.loops.warn_errors", "4", "default"),
            new Row("turns.loops.halt_errors", "8", "default"),
            new Row("turns.loops.longest_cycle", "10", "default"),
            new Row("jobs.keep", "86400", "default"),
            new Row("jobs.max_open", "1000", "default"),
            new Row("jobs.max_result_bytes", "8388608", "default"),
            new Row("jobs.store", "sqlite", "default"),
            new Row("jobs.max_store_bytes", "1073741824", "default"),
            new Row("jobs.drain", "end", "default"),
            new Row("jobs.join", "auto", "default"),
            new Row("jobs.wire", "standard", "default"),
            new Row("approval.timeout", "120", "default"),
            new Row("approval.timeout_without_progress", "30", "default"),
            new Row("approval.job_timeout", "3600", "default"),
            new Row("approval.self", "false", "default"),
            new Row("approval.destructive", "allow", "default"),
            new Row("approval.unannotated", "allow", "default"),
            new Row("approval.prompts_per_minute", "30", "default"),
            new Row("approval.permission_prompt", "false", "default"),
            new Row("models.demo.provider", "scripted", "default"),
            new Row("models.demo.script", "(built in)", "default"),
            new Row("models.demo.max_tokens", "8192", "default"),
            new Row("models.demo.idle_timeout", "120", "default"),
            new Row("models.demo.max_attempts", "3", "default"),
            new Row("agents.main.model", "demo", "default"),
            new Row("agents.main.max_tool_loops", "200", "default"));
  }
}
