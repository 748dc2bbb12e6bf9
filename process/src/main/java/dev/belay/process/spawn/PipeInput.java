package dev.belay.process.spawn;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.BooleanSupplier;

/**
 * A child's stdout, which ends with the child.
 *
 * <p>The JDK closes its end of the pipe once the child has ended; a pending read then fails, which
 * is reported as the end of the stream and not as a fault.
 */
final class PipeInput extends FilterInputStream {
  private final BooleanSupplier isOver;

  PipeInput(InputStream in, BooleanSupplier isOver) {
    super(in);
    this.isOver = isOver;
  }

  @Override
  public int read() throws IOException {
    try {
      return in.read();
    } catch (IOException e) {
      return endOr(e);
    }
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    try {
      return in.read(bytes, offset, length);
    } catch (IOException e) {
      return endOr(e);
    }
  }

  private int endOr(IOException e) throws IOException {
    if (isOver.getAsBoolean()) {
      return -1;
    }
    throw e;
  }
}
