package dev.belay.observe.health;

import dev.belay.core.call.CallDirectory;
import dev.belay.core.call.WorkerFigures;
import dev.belay.core.job.Jobs;
import dev.belay.core.time.Time;
import dev.belay.gateway.listing.ListFigures;
import dev.belay.gateway.relay.ServerFigures;
import dev.belay.gateway.upstream.LeftBehind;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Where the figures come from; each is asked when somebody looks, and by nobody else.
 *
 * @param version of Belay
 * @param workers where calls compute
 * @param upstreams every server, in a fixed order
 * @param lists what has become of lists of tools
 * @param offered whether a server has a tool, as far as is known: it may, where no list was asked
 * @param means by what processes are kept together here, as one line
 * @param leftBehind processes that live on though a call was stopped
 * @param zombies orphans that have ended and nobody has taken yet
 * @param stopping whether it takes no more calls
 */
public record HealthSources(
    String version,
    Time time,
    CallDirectory calls,
    Jobs jobs,
    Supplier<WorkerFigures> workers,
    Supplier<List<ServerFigures>> upstreams,
    Breakers breakers,
    Supplier<ListFigures> lists,
    BiPredicate<String, String> offered,
    Supplier<SessionFigures> sessions,
    Supplier<String> means,
    Supplier<List<LeftBehind>> leftBehind,
    IntSupplier zombies,
    Endpoints endpoints,
    BooleanSupplier stopping) {}
