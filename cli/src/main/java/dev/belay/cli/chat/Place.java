package dev.belay.cli.chat;

import dev.belay.cli.display.Terminal;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.function.UnaryOperator;

/**
 * Where a conversation is shown.
 *
 * @param text what the agent says
 * @param shown takes out of it what a terminal would obey, where it is one
 * @param tools what its tools do
 * @param terminal what {@code tools} can show
 * @param isOneScreen whether both are the same screen, so that neither may draw over the other
 */
record Place(
    OutputStream text,
    UnaryOperator<String> shown,
    PrintStream tools,
    Terminal terminal,
    boolean isOneScreen) {}
