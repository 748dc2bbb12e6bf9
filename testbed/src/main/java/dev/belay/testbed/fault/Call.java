package dev.belay.testbed.fault;

import dev.belay.core.time.Time;
import dev.belay.testkit.json.Json;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** View of one call for its tool: arguments, token, cancellation, and ways to answer. */
final class Call {
  final Json id;
  final String tool;
  final Json params;
  final boolean modern;
  final Peer peer;

  /** Destination of the call's messages; replaced once the call outlives its request. */
  volatile Wire wire;

  private final CompletableFuture<Void> cancelled = new CompletableFuture<>();

  Call(Json id, Json params, boolean modern, Peer peer, Wire wire) {
    this.id = id;
    this.tool = params.at("name").text();
    this.params = params;
    this.modern = modern;
    this.peer = peer;
    this.wire = wire;
  }

  String text(String argument) {
    return params.at("arguments", argument).text();
  }

  long number(String argument, long otherwise) {
    return params.at("arguments", argument).number(otherwise);
  }

  Duration millis(String argument, long otherwise) {
    return Duration.ofMillis(number(argument, otherwise));
  }

  boolean flag(String argument, boolean otherwise) {
    var value = params.at("arguments", argument);
    return value.present() ? value.raw().equals("true") : otherwise;
  }

  void cancel() {
    cancelled.complete(null);
  }

  /** Waits on the server's clock. Returns whether the call was cancelled meanwhile. */
  boolean cancelledWithin(Duration pause) throws InterruptedException {
    return cancelledWithin(pause, peer.server.host.time());
  }

  boolean cancelledWithin(Duration pause, Time time) throws InterruptedException {
    return time.await(cancelled, pause);
  }

  /** Waits on the server's clock, cancelled or not. */
  void sleep(Duration pause) throws InterruptedException {
    peer.server.host.time().sleep(pause);
  }

  void awaitCancellation() throws InterruptedException, ExecutionException {
    var _ = cancelled.get();
  }

  /** Ends the request with its answer; the call continues. */
  void outlive() {
    wire.over();
    wire = peer.unasked;
  }

  /** Answers with one text. */
  void answer(String text) {
    wire.result(id, textResult(text));
  }

  /** Answers with a text of {@code bytes} times the letter x, never held in memory as a whole. */
  void answerWithFiller(long bytes) {
    var result = textResult("");
    var middle = result.indexOf("\"\"") + 1;
    wire.filledLine(
        "{\"jsonrpc\":\"2.0\",\"id\":" + id.raw() + ",\"result\":" + result.substring(0, middle),
        bytes,
        result.substring(middle) + "}");
  }

  void answerRaw(String result) {
    wire.result(id, result);
  }

  /** {@return a result of one text, in the form of the call's era} */
  String textResult(String text) {
    return Era.stamp("\"content\":[{\"type\":\"text\",\"text\":" + Json.quote(text) + "}]", modern);
  }

  /** Reports progress if the client gave a token. */
  void progress(long done, long total, String message) {
    var token = params.at("_meta", "progressToken");
    if (token.present()) {
      var upTo = total > 0 ? ",\"total\":" + total : "";
      wire.notification(
          "notifications/progress",
          "{\"progressToken\":%s,\"progress\":%d%s,\"message\":%s}"
              .formatted(token.raw(), done, upTo, Json.quote(message)));
    }
  }
}
