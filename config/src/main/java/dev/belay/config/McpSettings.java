package dev.belay.config;

import dev.belay.core.call.WorkerTerms;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What holds for every call and upstream that says nothing else: {@code mcp}.
 *
 * @param timeout total limit of a call (S0-2); zero is none (S0-4)
 * @param idleTimeout longest silence between heartbeats (S0-3); zero is none (S0-5), null is unset:
 *     {@link #UPSTREAM_IDLE} for calls to upstreams, {@link #TOOL_IDLE} for Java tools (C5)
 * @param cancelGrace pause between TERM and KILL; zero is none
 * @param startupTimeout how long an upstream's {@code initialize} may take; zero is without limit
 * @param keepAliveFirst silence after which a client gets its first keep-alive; zero is no
 *     keep-alives
 * @param keepAliveInterval pause between keep-alives; zero is no keep-alives
 * @param maxLineBytes longest message on stdio
 * @param workers how many calls of Java tools may compute at once (C37)
 * @param prefix when names of tools and prompts begin with their server's
 * @param errors how clients are told that a Java tool failed (C1)
 */
public record McpSettings(
    Duration timeout,
    @Nullable Duration idleTimeout,
    Duration cancelGrace,
    Duration startupTimeout,
    Duration keepAliveFirst,
    Duration keepAliveInterval,
    int maxLineBytes,
    int workers,
    Prefix prefix,
    ErrorsMode errors) {

  /** The idle limit of calls to upstreams where none is set: they may not report progress (C5). */
  public static final Duration UPSTREAM_IDLE = Duration.ofMinutes(5);

  /** The idle limit of calls of Java tools where none is set: they can report progress (C5). */
  public static final Duration TOOL_IDLE = Duration.ofMinutes(2);

  /** {@return the settings of a user who sets nothing (S0-27, C5)} */
  public static McpSettings defaults() {
    return new McpSettings(
        Duration.ofSeconds(1800),
        null,
        Duration.ofSeconds(2),
        Duration.ofSeconds(60),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        10 * 1024 * 1024,
        WorkerTerms.usual(),
        Prefix.AUTO,
        ErrorsMode.RESULT);
  }

  /** {@return these, with clients that hear of the upstream's own progress alone} */
  public McpSettings withoutKeepAlive() {
    return new McpSettings(
        timeout,
        idleTimeout,
        cancelGrace,
        startupTimeout,
        Duration.ZERO,
        Duration.ZERO,
        maxLineBytes,
        workers,
        prefix,
        errors);
  }

  static McpSettings of(Values values, ErrorsMode errors) {
    var defaults = defaults();
    return new McpSettings(
        values.get(Keys.TIMEOUT, defaults.timeout),
        values.get(Keys.IDLE_TIMEOUT),
        values.get(Keys.CANCEL_GRACE, defaults.cancelGrace),
        values.get(Keys.STARTUP_TIMEOUT, defaults.startupTimeout),
        values.get(Keys.KEEP_ALIVE_FIRST, defaults.keepAliveFirst),
        values.get(Keys.KEEP_ALIVE_INTERVAL, defaults.keepAliveInterval),
        values.get(Keys.MAX_LINE_BYTES, defaults.maxLineBytes),
        values.get(Keys.WORKERS, defaults.workers),
        values.get(Keys.PREFIX, defaults.prefix),
        errors);
  }
}
