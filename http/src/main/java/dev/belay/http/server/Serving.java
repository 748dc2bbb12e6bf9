package dev.belay.http.server;

import dev.belay.core.time.Time;
import dev.belay.http.route.Route;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

/**
 * What all connections of one server share.
 *
 * @param report for a person: what went wrong that no client can be told
 * @param threads one virtual thread per request
 */
record Serving(
    HttpBounds bounds,
    Guard guard,
    Route routes,
    Time time,
    Consumer<String> report,
    ThreadFactory threads,
    Census census,
    Answers answers) {}
