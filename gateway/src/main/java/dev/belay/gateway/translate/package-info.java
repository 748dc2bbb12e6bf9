/**
 * Messages carried from one era of MCP to the other: pure functions on bytes, without I/O, time or
 * state.
 *
 * <p>Used for each request where the era of the client and that of the upstream differ; what two
 * peers of one era say to each other passes byte for byte. Members that no function here names pass
 * with their spelling, in both directions.
 */
@NullMarked
package dev.belay.gateway.translate;

import org.jspecify.annotations.NullMarked;
