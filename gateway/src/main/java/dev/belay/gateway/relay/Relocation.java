package dev.belay.gateway.relay;

/**
 * Gives a legacy client another link to its server, where that has turned out to be of another era
 * than was thought, or of both.
 *
 * <p>It takes along what the client wants to hear of; nothing of its is in flight but its opening.
 */
final class Relocation {
  private Relocation() {}

  static boolean of(ClientSession client, PooledUpstream from) {
    var to = client.relay().audiences().of(client, null);
    if (to == null || to == from) {
      return false; // there are too many already: better shared than not served
    }
    var uris = from.subscriptions().urisOf(client);
    if (!client.move(from, to)) {
      client.relay().audiences().left(to);
      return false;
    }
    to.join(client);
    to.welcomeLegacy(client);
    uris.forEach(uri -> to.subscribe(client, uri));
    var level = client.logLevel();
    if (level != null && !to.upstream().snapshot().isModern() && to.raiseLogLevel(level)) {
      to.upstreamNews().setLogLevel(level);
    }
    from.leave(client);
    // The other party: close, which may have seen only one of the two.
    if (client.hasLeft()) {
      to.leave(client);
    }
    return true;
  }
}
