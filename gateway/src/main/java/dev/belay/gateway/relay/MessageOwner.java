package dev.belay.gateway.relay;

import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.gateway.upstream.UpstreamExchange;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The owner of an unsolicited message of a server.
 *
 * <p>A server with a stream for each request identifies the owner itself. On a single pipe, the
 * owner is known only if all requests in progress are one client's (design: never guess an owner).
 * A cancelled request counts until its server has shown a sign of life since and its time to obey
 * is over, and again if the server continues it nevertheless.
 */
sealed interface MessageOwner {
  /** It belongs to this request. */
  record Of(ClientRequest request) implements MessageOwner {}

  /** It belongs to this client, but to none of its requests. */
  record Client(ClientSession session) implements MessageOwner {}

  /**
   * It belongs to no client, or could belong to several.
   *
   * @param why for the people who run the server
   */
  record Unknown(String why, boolean isAmbiguous) implements MessageOwner {}

  /** It belongs to a cancelled request, about which no client is asked. */
  Unknown CANCELLED = new Unknown("The request that this could belong to was cancelled.", false);

  /** No request is open that could be its origin. */
  Unknown NO_REQUEST =
      new Unknown("No request of a client is open that this could belong to.", false);

  /**
   * Finds the owner.
   *
   * @param during the request on whose stream it arrived; null if there are no such streams
   * @param clients all clients that share the server
   */
  static MessageOwner of(
      UpstreamConnection link,
      @Nullable UpstreamExchange during,
      Collection<ClientSession> clients) {
    var asker = during == null ? null : during.asker();
    if (asker instanceof ClientRequest request) {
      return new Of(request);
    }
    if (asker instanceof FormerAsker) {
      return CANCELLED;
    }
    var requests =
        likely(
            link.askers().stream()
                .filter(ClientRequest.class::isInstance)
                .map(ClientRequest.class::cast)
                .filter(ClientRequest::mayBeAskedBack)
                .toList());
    var owners = new LinkedHashSet<ClientSession>();
    requests.forEach(request -> owners.add(request.session()));
    if (owners.isEmpty()) {
      return ofNoRequest(link, clients);
    }
    int strangers = owners.size() > 1 ? 0 : strangers(link, owners.getFirst());
    return owners.size() + strangers > 1
        ? ambiguous(owners.size() + strangers)
        : new Of(likeliest(requests));
  }

  private static MessageOwner ofNoRequest(
      UpstreamConnection link, Collection<ClientSession> clients) {
    var only = clients.size() == 1 ? clients.iterator().next() : null;
    if (strangers(link, only) > 0) {
      return CANCELLED;
    }
    return only == null ? NO_REQUEST : new Client(only);
  }

  /** Counts the other clients whose requests were cancelled and may still run. */
  private static int strangers(UpstreamConnection link, @Nullable ClientSession owner) {
    var others = new HashSet<FormerAsker>();
    for (var running : link.stillRunning()) {
      if (running.asker() instanceof FormerAsker former
          && (owner == null || !former.mayBe(owner, running.isStopping()))) {
        others.add(former);
      }
    }
    return others.size();
  }

  private static Unknown ambiguous(int clients) {
    return new Unknown(
        "Requests of "
            + clients
            + " clients are open, or were cancelled and may still run, and this could belong to any"
            + " of them. Set isolation: session for this server, so that each client has one of its"
            + " own.",
        true);
  }

  /**
   * Omits requests that wait for a person already, since such a request asks nothing more. That is
   * likely, not certain, so it applies only among requests of one principal.
   */
  private static List<ClientRequest> likely(List<ClientRequest> requests) {
    long principals =
        requests.stream().map(request -> request.session().link().principal()).distinct().count();
    var asking = requests.stream().filter(request -> !request.waitsForPerson()).toList();
    return principals > 1 || asking.isEmpty() ? requests : asking;
  }

  /**
   * Of one client's requests, a call is likelier to ask questions than a list, and the newest call
   * likeliest.
   */
  private static ClientRequest likeliest(List<ClientRequest> requests) {
    return requests.reversed().stream()
        .filter(GovernedRequest.class::isInstance)
        .findFirst()
        .orElseGet(requests::getLast);
  }
}
