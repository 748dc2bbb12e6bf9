package dev.belay.mcp.client;

import java.net.http.HttpResponse;

/**
 * The body of a response as it comes in. Any thread may close it, also before it begins: its
 * connection ends with it unless all of it was there.
 *
 * @param <B> itself
 */
public interface ResponseBody<B extends ResponseBody<B>>
    extends HttpResponse.BodySubscriber<B>, AutoCloseable {
  @Override
  void close();
}
