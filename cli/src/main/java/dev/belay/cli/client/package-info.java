/** An MCP client within this process, for commands that make calls themselves. */
@NullMarked
package dev.belay.cli.client;

import org.jspecify.annotations.NullMarked;
