package dev.belay.gateway.relay;

/**
 * Gives a legacy client a session with its server to itself, where all have shared a modern one
 * that turned out to be of the legacy era by now ({@code isolation: session}).
 *
 * <p>It takes along what the client wants to hear of; nothing of its is in flight.
 */
final class Relocation {
  private Relocation() {}

  static void of(ClientSession client, Audience from) {
    var to = client.relay().audiences().of(client, null);
    if (to == null || to == from) {
      return; // there are too many already: better shared than not served
    }
    var uris = from.subscriptions().urisOf(client);
    if (!client.move(from, to)) {
      client.relay().audiences().left(to);
      return;
    }
    to.join(client);
    to.welcomeLegacy(client);
    uris.forEach(uri -> to.subscribe(client, uri));
    var level = client.logLevel();
    if (level != null && to.raiseLogLevel(level)) {
      to.upstreamNews().setLogLevel(level);
    }
    from.leave(client);
    // The other party: close, which may have seen only one of the two.
    if (client.hasLeft()) {
      to.leave(client);
    }
  }
}
