package dev.belay.tools.serve;

import dev.belay.mcp.progress.KeepAlive;
import dev.belay.mcp.server.McpServerBuilder;
import dev.belay.tools.result.ErrorMode;
import dev.belay.tools.run.ToolLimits;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a server of tools goes by, whatever carries its clients' messages.
 *
 * @param instructions how to use it, for models; null for none
 * @param grace how long stopped work, and each step of ending a process, may take
 * @param questionTimeout how long a modern client may take to come back with answers
 * @param strict whether clients before 2025-11-25 get the frozen form of results (C3)
 * @param changing whether its tools may be replaced while it serves
 * @param keepAlive when a client hears that its call still runs
 * @param beside adds what is served beside the tools
 * @param report hears what a person may want to know
 */
record ServerTerms(
    String name,
    String version,
    @Nullable String instructions,
    ToolLimits limits,
    ErrorMode errors,
    boolean strict,
    Duration grace,
    Duration questionTimeout,
    boolean changing,
    KeepAlive keepAlive,
    Consumer<McpServerBuilder> beside,
    Consumer<String> report) {}
