package dev.belay.mcp.client;

import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * The JDK's client, paused for as long as the test wants between the head of its first response and
 * the next step, as may happen on a busy machine.
 */
final class HeldClient extends HttpClient {
  /** Completes once the rest of the first response has a reader, or went to its end. */
  final CompletableFuture<Void> begun = new CompletableFuture<>();

  /** Completes once the first response has ended. */
  final CompletableFuture<Void> ended = new CompletableFuture<>();

  private final CompletableFuture<Void> mayGoOn = new CompletableFuture<>();

  /** With threads of its own, like {@link Clients}: so the JDK reports a response on a pool. */
  private final HttpClient jdk =
      HttpClient.newBuilder()
          .version(Version.HTTP_1_1)
          .executor(task -> Thread.ofVirtual().start(task))
          .build();

  /** Resumes the client, on this thread. */
  void goOn() {
    mayGoOn.complete(null);
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    return jdk.sendAsync(request, head -> new Held<>(handler.apply(head)));
  }

  private final class Held<T> implements HttpResponse.BodySubscriber<T> {
    private final HttpResponse.BodySubscriber<T> body;

    Held(HttpResponse.BodySubscriber<T> body) {
      this.body = body;
    }

    @Override
    public CompletionStage<T> getBody() {
      return mayGoOn.thenCompose(_ -> body.getBody());
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      body.onSubscribe(subscription);
      begun.complete(null);
    }

    @Override
    public void onNext(List<ByteBuffer> item) {
      body.onNext(item);
    }

    @Override
    public void onError(Throwable error) {
      body.onError(error);
    }

    @Override
    public void onComplete() {
      body.onComplete();
      ended.complete(null);
    }
  }

  @Override
  public void close() {
    goOn();
    jdk.shutdownNow();
    jdk.close();
  }

  @Override
  public <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    throw new UnsupportedOperationException();
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request,
      HttpResponse.BodyHandler<T> handler,
      HttpResponse.PushPromiseHandler<T> pushes) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Optional<CookieHandler> cookieHandler() {
    return jdk.cookieHandler();
  }

  @Override
  public Optional<Duration> connectTimeout() {
    return jdk.connectTimeout();
  }

  @Override
  public Redirect followRedirects() {
    return jdk.followRedirects();
  }

  @Override
  public Optional<ProxySelector> proxy() {
    return jdk.proxy();
  }

  @Override
  public SSLContext sslContext() {
    return jdk.sslContext();
  }

  @Override
  public SSLParameters sslParameters() {
    return jdk.sslParameters();
  }

  @Override
  public Optional<Authenticator> authenticator() {
    return jdk.authenticator();
  }

  @Override
  public Version version() {
    return jdk.version();
  }

  @Override
  public Optional<Executor> executor() {
    return jdk.executor();
  }
}
