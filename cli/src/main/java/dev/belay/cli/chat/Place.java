package dev.belay.cli.chat;

import dev.belay.cli.display.Terminal;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * Where a conversation is shown.
 *
 * @param text what the agent says
 * @param tools what its tools do
 * @param terminal what {@code tools} can show
 * @param isOneScreen whether both are the same screen, so that neither may draw over the other
 */
record Place(OutputStream text, PrintStream tools, Terminal terminal, boolean isOneScreen) {}
