package dev.belay.agent.model.provider;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import java.time.Duration;

/** Gives LangChain4j the way to a provider; limits are kept there, and not as it would. */
record WireBuilder(HttpClient wire) implements HttpClientBuilder {
  @Override
  public Duration connectTimeout() {
    return Duration.ZERO;
  }

  @Override
  public HttpClientBuilder connectTimeout(Duration timeout) {
    return this;
  }

  @Override
  public Duration readTimeout() {
    return Duration.ZERO;
  }

  @Override
  public HttpClientBuilder readTimeout(Duration timeout) {
    return this;
  }

  @Override
  public HttpClient build() {
    return wire;
  }
}
