package dev.belay.gateway.health;

import dev.belay.core.call.CallDirectory;
import dev.belay.core.time.Time;
import dev.belay.gateway.listing.ListFigures;
import dev.belay.gateway.relay.ServerFigures;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Where the figures come from; each is asked when somebody looks, and by nobody else.
 *
 * @param version of Belay
 * @param upstreams every server, in a fixed order
 * @param lists what has become of lists of tools
 * @param zombies orphans that have ended and nobody has taken yet
 * @param stopping whether it takes no more calls
 */
public record HealthSources(
    String version,
    Time time,
    CallDirectory calls,
    Supplier<List<ServerFigures>> upstreams,
    Breakers breakers,
    Supplier<ListFigures> lists,
    Supplier<SessionFigures> sessions,
    IntSupplier zombies,
    Endpoints endpoints,
    BooleanSupplier stopping) {}
