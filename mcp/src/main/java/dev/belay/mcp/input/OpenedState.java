package dev.belay.mcp.input;

/** What a {@code requestState} turned out to be. */
public sealed interface OpenedState {
  /** It was sealed here, for this, and not too long ago. */
  final class Valid implements OpenedState {
    private final byte[] payload;

    Valid(byte[] payload) {
      this.payload = payload;
    }

    /** {@return what was sealed} */
    public byte[] payload() {
      return payload.clone();
    }
  }

  /** Nothing goes on by it. */
  sealed interface Invalid extends OpenedState {
    /** {@return what its client is told} */
    String why();
  }

  /** It was sealed here and for this, but is too old. */
  record Expired() implements Invalid {
    @Override
    public String why() {
      return "This requestState is too old. Call again without it.";
    }
  }

  /** It was sealed elsewhere, or for something else, or changed on the way. */
  record Forged() implements Invalid {
    @Override
    public String why() {
      return "This requestState was not given out for this request, or was changed. Call again"
          + " without it.";
    }
  }
}
