package dev.belay.tools.serve;

import java.util.function.Consumer;

/**
 * Terms of a tool server for any transport.
 *
 * @param report receives lines for a person
 */
record ServerOptions(HostedAs as, HostOptions terms, Consumer<String> report) {}
