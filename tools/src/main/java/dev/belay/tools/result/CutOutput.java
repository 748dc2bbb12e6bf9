package dev.belay.tools.result;

import java.net.URI;

/** Keeps the whole of an output that is cut in its result, for clients to read later. */
public interface CutOutput {
  /** Keeps nothing. */
  CutOutput NOWHERE =
      new CutOutput() {
        @Override
        public int longest() {
          return 0;
        }

        @Override
        public URI keep(byte[] utf8, String mimeType) {
          throw new IllegalArgumentException("longer than anything that is kept");
        }
      };

  /** {@return the largest output that it keeps, in bytes} */
  int longest();

  /** {@return the address at which {@code utf8}, of that size at most, can be read from now on} */
  URI keep(byte[] utf8, String mimeType);
}
