package dev.belay.cli.server;

import dev.belay.access.Gatekeeper;
import dev.belay.cli.display.Display;
import dev.belay.cli.server.Serving.Provisions;
import dev.belay.cli.server.Serving.Reloading;
import dev.belay.cli.shell.Shell;
import dev.belay.config.Settings;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.net.URI;

/**
 * A gateway for the duration of one command, on any free port of this machine. It serves what
 * {@code belay serve} would, only to holders of the owner's token.
 */
public final class OwnGateway {
  private final Audit audit;
  private final GatewayServer gateway;
  private final Display errors;

  private OwnGateway(Audit audit, GatewayServer gateway, Display errors) {
    this.audit = audit;
    this.gateway = gateway;
    this.errors = errors;
  }

  /**
   * Starts the gateway and its servers.
   *
   * @param settings settings with any port, at an address of this machine alone
   * @throws IOException if it cannot; the message says why
   */
  public static OwnGateway start(
      Settings settings, Reloading servers, Provisions provisions, Shell shell)
      throws IOException, InterruptedException {
    var errors = Display.ofWords(shell.err(), shell.errIsTerminal(), Time.system());
    try {
      var audit = Audit.open(settings.observability().audit(), errors::say, Time.system());
      var gateway =
          new GatewayServer(
              Time.system(),
              settings,
              audit,
              () ->
                  Gatekeeper.open(
                      settings, shell.environment(), Time.system(), errors::say, audit.refusals()),
              servers.servers(settings),
              provisions,
              HttpServing.state(shell, errors::say),
              line -> say(errors, line),
              server ->
                  settings.servers().size() > 1
                      ? Relays.named(server, errors::write)
                      : errors::write);
      gateway.troubles().forEach(errors::say);
      return new OwnGateway(audit, gateway, errors);
    } catch (IOException e) {
      errors.close();
      throw e;
    }
  }

  /** Reports a line, except for figures, which belong in a gateway's log. */
  private static void say(Display errors, String line) {
    if (!line.startsWith("[MCP]")) {
      errors.say(line);
    }
  }

  /** {@return where it listens} */
  public URI base() {
    return URI.create(gateway.url()).resolve("/");
  }

  /** {@return what its servers and itself write to standard error} */
  public Display display() {
    return errors;
  }

  /** Ends the gateway and all that its servers have started. */
  public void close() throws InterruptedException {
    gateway.close();
    audit.close();
    errors.close();
  }
}
