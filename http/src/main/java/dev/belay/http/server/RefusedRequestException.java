package dev.belay.http.server;

import java.io.Serial;

/** A request that is not to be read any further. */
final class RefusedRequestException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  private final transient Refusal refusal;

  RefusedRequestException(Refusal refusal) {
    // Bad input is no defect of ours: its stack trace would only cost time.
    super(null, null, /* enableSuppression= */ false, /* writableStackTrace= */ false);
    this.refusal = refusal;
  }

  RefusedRequestException(String error) {
    this(Refusal.bad(error));
  }

  Refusal refusal() {
    return refusal;
  }
}
