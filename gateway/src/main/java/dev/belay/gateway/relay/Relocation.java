package dev.belay.gateway.relay;

/**
 * Moves a legacy client to another upstream of its server, if the server has proved to speak
 * another era than assumed, or both.
 *
 * <p>The client's subscriptions and log level move along; its only request in flight is its
 * opening.
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
    // Races with close, which may have seen only one of the two.
    if (client.hasLeft()) {
      to.leave(client);
    }
    return true;
  }
}
