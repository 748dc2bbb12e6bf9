package dev.belay.tools.serve;

import java.util.function.Consumer;

/**
 * Terms of a tool server for any transport.
 *
 * @param report receives lines for a person
 */
record ServerTerms(HostedAs as, HostTerms terms, Consumer<String> report) {}
