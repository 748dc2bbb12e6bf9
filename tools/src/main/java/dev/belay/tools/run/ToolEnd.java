package dev.belay.tools.run;

import dev.belay.core.call.Outcome;
import dev.belay.tools.result.ToolResult;
import org.jspecify.annotations.Nullable;

/**
 * How a tool's call ended, with a result in every case, failures included.
 *
 * @param result for the model
 * @param json the same in the requested form
 * @param thrown the exception of the body, if it ended the call
 */
@SuppressWarnings("ArrayRecordComponent") // Ends are never compared.
public record ToolEnd(
    Outcome outcome, ToolResult result, byte[] json, @Nullable Throwable thrown) {}
