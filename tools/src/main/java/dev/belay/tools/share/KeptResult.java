package dev.belay.tools.share;

import dev.belay.core.call.CallId;
import dev.belay.tools.result.ToolResult;

/**
 * What a tool gave to one call, for whoever calls the same.
 *
 * @param bytes how long it is when written
 * @param of the call that ran the tool
 */
public record KeptResult(ToolResult result, int bytes, CallId of) {}
