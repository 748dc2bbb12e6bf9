package dev.belay.gateway.relay;

import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.gateway.upstream.UpstreamExchange;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whom something that a server says of its own accord can belong to.
 *
 * <p>A server that has a stream for each request says so itself. From one with a single pipe it can
 * only be known where all that it works on is one client's (design: never guess an owner). A
 * request that was taken back counts until its server, asked after that, has shown life and had its
 * time to obey; and from then on if it goes on with it all the same.
 */
sealed interface MessageOwner {
  /** It belongs to this request. */
  record Of(ClientRequest request) implements MessageOwner {}

  /** It belongs to this client, but to no request of its. */
  record Client(ClientSession session) implements MessageOwner {}

  /**
   * It belongs to no client, or could belong to several.
   *
   * @param why for the people who run the server
   */
  record Unknown(String why, boolean isAmbiguous) implements MessageOwner {}

  /** What its server still asks for a request that was taken back, nobody is asked. */
  Unknown CANCELLED = new Unknown("The request that this could belong to was cancelled.", false);

  /** No call is open in whose course it could be asked. */
  Unknown NO_REQUEST =
      new Unknown("No request of a client is open that this could belong to.", false);

  /**
   * Finds the owner.
   *
   * @param during the request on whose own stream it came, where the server has such streams
   * @param clients all who share the server
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

  /** Counts the other clients whose requests were taken back and may still run. */
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
   * Leaves out requests that wait for a person already: who waits for an answer does not ask. That
   * is likely and not certain, so it holds only among requests of one principal.
   */
  private static List<ClientRequest> likely(List<ClientRequest> requests) {
    long principals =
        requests.stream().map(request -> request.session().link().principal()).distinct().count();
    var asking = requests.stream().filter(request -> !request.waitsForPerson()).toList();
    return principals > 1 || asking.isEmpty() ? requests : asking;
  }

  /** Of one client's requests a call is likelier to ask than a list, and the newest likeliest. */
  private static ClientRequest likeliest(List<ClientRequest> requests) {
    return requests.reversed().stream()
        .filter(GovernedRequest.class::isInstance)
        .findFirst()
        .orElseGet(requests::getLast);
  }
}
