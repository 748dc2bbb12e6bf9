package dev.belay.tools.run;

import dev.belay.core.call.Outcome;
import dev.belay.tools.result.ToolResult;
import org.jspecify.annotations.Nullable;

/**
 * How a call of a tool ended, and what to tell of it, also where it failed.
 *
 * @param result what a model is told
 * @param json the same, in the form that was asked for
 * @param thrown what its body threw, if that was the end of it
 */
@SuppressWarnings("ArrayRecordComponent") // Ends are told, never compared.
public record ToolEnd(
    Outcome outcome, ToolResult result, byte[] json, @Nullable Throwable thrown) {}
