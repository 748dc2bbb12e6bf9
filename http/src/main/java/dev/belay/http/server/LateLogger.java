package dev.belay.http.server;

import io.netty.util.internal.logging.AbstractInternalLogger;
import io.netty.util.internal.logging.InternalLogger;
import io.netty.util.internal.logging.InternalLoggerFactory;
import io.netty.util.internal.logging.JdkLoggerFactory;

/**
 * Netty's logger: passes warnings and errors to {@code java.util.logging}, and drops the rest.
 *
 * <p>The JDK's logger is looked up on first use only. Netty would probe for several logging
 * libraries at its start, and the JDK for log providers, and each probe opens every jar of the
 * class path.
 */
final class LateLogger extends AbstractInternalLogger {
  private static final long serialVersionUID = 1L;

  private LateLogger(String name) {
    super(name);
  }

  /** Installs this logger for all of Netty. */
  static void use() {
    InternalLoggerFactory.setDefaultFactory(new Factory());
  }

  private static final class Factory extends InternalLoggerFactory {
    @Override
    protected InternalLogger newInstance(String name) {
      return new LateLogger(name);
    }
  }

  private InternalLogger log() {
    return ((JdkLoggerFactory) JdkLoggerFactory.INSTANCE).newInstance(name());
  }

  @Override
  public boolean isTraceEnabled() {
    return false;
  }

  @Override
  public void trace(String text) {}

  @Override
  public void trace(String format, Object one) {}

  @Override
  public void trace(String format, Object one, Object other) {}

  @Override
  public void trace(String format, Object... all) {}

  @Override
  public void trace(String text, Throwable why) {}

  @Override
  public void trace(Throwable why) {}

  @Override
  public boolean isDebugEnabled() {
    return false;
  }

  @Override
  public void debug(String text) {}

  @Override
  public void debug(String format, Object one) {}

  @Override
  public void debug(String format, Object one, Object other) {}

  @Override
  public void debug(String format, Object... all) {}

  @Override
  public void debug(String text, Throwable why) {}

  @Override
  public void debug(Throwable why) {}

  @Override
  public boolean isInfoEnabled() {
    return false;
  }

  @Override
  public void info(String text) {}

  @Override
  public void info(String format, Object one) {}

  @Override
  public void info(String format, Object one, Object other) {}

  @Override
  public void info(String format, Object... all) {}

  @Override
  public void info(String text, Throwable why) {}

  @Override
  public void info(Throwable why) {}

  @Override
  public boolean isWarnEnabled() {
    return true;
  }

  @Override
  public void warn(String text) {
    log().warn(text);
  }

  @Override
  public void warn(String format, Object one) {
    log().warn(format, one);
  }

  @Override
  public void warn(String format, Object one, Object other) {
    log().warn(format, one, other);
  }

  @Override
  public void warn(String format, Object... all) {
    log().warn(format, all);
  }

  @Override
  public void warn(String text, Throwable why) {
    log().warn(text, why);
  }

  @Override
  public void warn(Throwable why) {
    log().warn(why);
  }

  @Override
  public boolean isErrorEnabled() {
    return true;
  }

  @Override
  public void error(String text) {
    log().error(text);
  }

  @Override
  public void error(String format, Object one) {
    log().error(format, one);
  }

  @Override
  public void error(String format, Object one, Object other) {
    log().error(format, one, other);
  }

  @Override
  public void error(String format, Object... all) {
    log().error(format, all);
  }

  @Override
  public void error(String text, Throwable why) {
    log().error(text, why);
  }

  @Override
  public void error(Throwable why) {
    log().error(why);
  }
}
