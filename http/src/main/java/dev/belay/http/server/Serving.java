package dev.belay.http.server;

import dev.belay.core.share.Shares;
import dev.belay.core.time.Time;
import dev.belay.http.route.Route;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

/**
 * What all connections of one server share.
 *
 * @param vital paths that are served also where all connections are taken, and without a body where
 *     no memory is left
 * @param memory what all of them may have this server hold
 * @param report for a person: what went wrong that no client can be told
 * @param threads one virtual thread per request
 */
record Serving(
    HttpBounds bounds,
    Guard guard,
    Peers peers,
    Set<String> vital,
    Shares memory,
    Route routes,
    Time time,
    Consumer<String> report,
    ThreadFactory threads,
    Census census,
    Answers answers) {}
