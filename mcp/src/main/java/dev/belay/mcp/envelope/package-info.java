/** The raw-slice JSON-RPC codec: parts that Belay does not govern pass byte for byte. */
@NullMarked
package dev.belay.mcp.envelope;

import org.jspecify.annotations.NullMarked;
