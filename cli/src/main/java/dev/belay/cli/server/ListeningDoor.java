package dev.belay.cli.server;

import dev.belay.config.Settings;
import dev.belay.core.share.Shares;
import dev.belay.core.time.Time;
import dev.belay.http.route.Access;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Route;
import dev.belay.http.server.HttpServer;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP entrance, opened while the servers behind it start, since both take about as long. A
 * request that arrives before its route is ready waits for it.
 *
 * <p>Safe for use by many threads.
 */
final class ListeningDoor implements Route {
  private final CompletableFuture<Route> inside = new CompletableFuture<>();
  private final CompletableFuture<HttpServer> opened = new CompletableFuture<>();

  private ListeningDoor() {}

  /** Begins to open the HTTP server, on a thread of its own. */
  static ListeningDoor open(Settings settings, Time time, Consumer<String> report, Shares memory) {
    var door = new ListeningDoor();
    Thread.ofPlatform()
        .name("belay-door")
        .daemon()
        .start(() -> {
          try {
            door.opened.complete(
                HttpServer.open(HttpBinding.of(settings), door, time, report, memory));
          } catch (IOException | RuntimeException | Error e) {
            door.opened.completeExceptionally(e);
          }
        });
    return door;
  }

  /**
   * Routes the waiting requests, and all later ones.
   *
   * @return the listening server
   * @throws IOException if it cannot listen where it should
   */
  HttpServer leadTo(Route route) throws IOException, InterruptedException {
    inside.complete(route);
    try {
      return opened.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw new IllegalStateException("the HTTP server cannot be opened", e.getCause());
    }
  }

  /** Closes the server, now or once it is open, since no route will come. */
  void abandon() {
    var _ = opened.thenAccept(HttpServer::close);
  }

  @Override
  public Access.@Nullable Decision admit(Request head) throws InterruptedException {
    return inside().admit(head);
  }

  @Override
  public void handle(Request request, Response response) throws InterruptedException {
    inside().handle(request, response);
  }

  private Route inside() throws InterruptedException {
    try {
      return inside.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("nothing fails what is inside", e);
    }
  }
}
