package dev.belay.tools.serve;

import java.util.function.Consumer;

/**
 * What a server of tools goes by, whatever carries its clients' messages.
 *
 * @param report hears what a person may want to know
 */
record ServerTerms(HostedAs as, HostTerms terms, Consumer<String> report) {}
