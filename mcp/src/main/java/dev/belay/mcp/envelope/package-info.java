/** The raw-slice JSON-RPC codec: what Belay does not govern passes byte for byte. */
@NullMarked
package dev.belay.mcp.envelope;

import org.jspecify.annotations.NullMarked;
