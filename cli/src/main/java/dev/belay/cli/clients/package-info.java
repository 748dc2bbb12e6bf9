/** Configuration files of MCP clients: where they are, what is in them, and changes of them. */
@NullMarked
package dev.belay.cli.clients;

import org.jspecify.annotations.NullMarked;
