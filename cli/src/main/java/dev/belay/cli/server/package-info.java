/** Object graphs of governed servers and of the gateway, for the commands that need them. */
@NullMarked
package dev.belay.cli.server;

import org.jspecify.annotations.NullMarked;
