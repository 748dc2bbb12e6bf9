package dev.belay.tools.schema;

import java.util.ServiceLoader;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.SLF4JServiceProvider;

/**
 * Suppresses SLF4J's notice on standard error that a program has no logging provider: such a
 * program wants none, and only the schema libraries ask for it.
 */
public final class LoggingNotice {
  private static final String VERBOSITY = "slf4j.internal.verbosity";

  private LoggingNotice() {}

  /** Must precede the first class that logs; a program with a provider is left as it is. */
  public static void hush() {
    Once.run();
  }

  /** Runs at its first use, on one thread while others wait. */
  private static final class Once {
    static {
      if (System.getProperty(VERBOSITY) == null
          && ServiceLoader.load(SLF4JServiceProvider.class).findFirst().isEmpty()) {
        System.setProperty(VERBOSITY, "ERROR");
        LoggerFactory.getILoggerFactory();
        System.clearProperty(VERBOSITY);
      }
    }

    private Once() {}

    static void run() {}
  }
}
