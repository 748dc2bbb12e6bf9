package dev.belay.gateway.approval;

import dev.belay.core.call.CallId;
import java.util.function.Consumer;

/** The way to the person at the client of a call. Its methods never block. */
public interface PersonAtClient {
  /** A client without a person who can be asked. */
  PersonAtClient NONE =
      new PersonAtClient() {
        @Override
        public boolean canBeAsked() {
          return false;
        }

        @Override
        public Runnable ask(CallId call, byte[] params, Consumer<byte[]> answer) {
          return () -> {};
        }
      };

  /** {@return the key of the answer, which no client can know before it is asked} */
  static String key(CallId call) {
    return "approval-" + call;
  }

  /** {@return whether the client has declared that it shows forms} */
  boolean canBeAsked();

  /**
   * Asks by {@code elicitation/create}.
   *
   * @param call the call that waits
   * @param answer receives the result, on any thread; nothing if there is none
   * @return withdraws the question, if it is open; may block for a moment, in which the client
   *     hears that
   */
  Runnable ask(CallId call, byte[] params, Consumer<byte[]> answer);
}
