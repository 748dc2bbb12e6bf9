package dev.belay.tools.result;

import java.net.URI;

/** Keeps an output whole that is cut in its result, for its reader to come back for. */
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

  /** {@return how many bytes it takes of one output} */
  int longest();

  /** {@return where {@code utf8} can be read from now on, which is not longer than that} */
  URI keep(byte[] utf8, String mimeType);
}
