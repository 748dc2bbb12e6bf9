package dev.belay.mcp.input;

/** The result of opening a {@code requestState}. */
public sealed interface OpenedState {
  /** The state was sealed here, for this request, and has not expired. */
  final class Valid implements OpenedState {
    private final byte[] payload;

    Valid(byte[] payload) {
      this.payload = payload;
    }

    /** {@return the sealed payload} */
    public byte[] payload() {
      return payload.clone();
    }
  }

  /** The state is unusable. */
  sealed interface Invalid extends OpenedState {
    /** {@return the message for the client} */
    String why();
  }

  /** The state was sealed here and for this request, but has expired. */
  record Expired() implements Invalid {
    @Override
    public String why() {
      return "This requestState is too old. Call again without it.";
    }
  }

  /** The state was sealed elsewhere, or for another request, or was changed. */
  record Forged() implements Invalid {
    @Override
    public String why() {
      return "This requestState was not given out for this request, or was changed. Call again"
          + " without it.";
    }
  }
}
