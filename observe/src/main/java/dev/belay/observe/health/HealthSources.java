package dev.belay.observe.health;

import dev.belay.core.approval.Approvals;
import dev.belay.core.call.CallDirectory;
import dev.belay.core.call.WorkerFigures;
import dev.belay.core.job.Jobs;
import dev.belay.core.time.Time;
import dev.belay.gateway.listing.ListFigures;
import dev.belay.gateway.notice.Notices;
import dev.belay.gateway.relay.ServerFigures;
import dev.belay.gateway.upstream.LeftBehind;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Sources of the health figures, each queried only at a request.
 *
 * @param version of Belay
 * @param approvals figures of the calls that wait for people
 * @param notices figures of the notices of such calls
 * @param workers that run computations
 * @param upstreams every server, in a fixed order
 * @param lists figures of the lists of tools
 * @param offered whether a server has a tool, as far as is known: true if no list was requested yet
 * @param means how process trees are contained on this machine, as one line
 * @param leftBehind processes that survived the stop of their call
 * @param zombies dead orphans that are not reaped yet
 * @param stopping whether new calls are refused
 */
public record HealthSources(
    String version,
    Time time,
    CallDirectory calls,
    Jobs jobs,
    Supplier<Approvals.Figures> approvals,
    Supplier<Notices.Figures> notices,
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
