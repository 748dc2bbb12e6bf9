package dev.belay.mcp.session;

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

  /** It was sealed here and for this, but is too old. */
  record Expired() implements OpenedState {}

  /** It was sealed elsewhere, or for something else, or changed on the way. */
  record Forged() implements OpenedState {}
}
