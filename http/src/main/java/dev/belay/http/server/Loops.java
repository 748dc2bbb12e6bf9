package dev.belay.http.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import jdk.net.ExtendedSocketOptions;

/**
 * The event loops and their transport: native epoll where available (S4-15, S4-16), else the
 * portable one, with a warning (S4-17).
 */
final class Loops {
  /** The client counts as vanished after bytes stayed unacknowledged for this long (P8: 15 s). */
  private static final int USER_TIMEOUT_MILLIS = 10_000;

  /** Probes on a silent connection: after 5 s, every 2 s, four times. */
  private static final int PROBE_IDLE_SECONDS = 5;

  private static final int PROBE_SECONDS = 2;
  private static final int PROBES = 4;

  /** The loops only move bytes; more of them would gain nothing. */
  private static final int MOST = 8;

  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private final boolean isNative;
  private final EventLoopGroup group;

  private Loops(boolean isNative, int count) {
    this.isNative = isNative;
    IoHandlerFactory handlers = isNative ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    this.group = new MultiThreadIoEventLoopGroup(count, this::thread, handlers);
  }

  /** Chooses the transport; reports to {@code report} if the native one is missing. */
  static Loops open(boolean preferNative, Consumer<String> report) {
    int count = Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, MOST);
    return open(preferNative, report, count);
  }

  /** The same with that many loops. */
  static Loops open(boolean preferNative, Consumer<String> report, int count) {
    LateLogger.use();
    boolean isNative = preferNative && Epoll.isAvailable();
    if (!isNative) {
      report.accept(
          "native epoll is not available here, so the portable transport is used: a client that"
              + " vanishes while it is written to, without closing, is noticed late");
    }
    return new Loops(isNative, count);
  }

  EventLoopGroup group() {
    return group;
  }

  /** {@return the threads that have been started} */
  List<Thread> threads() {
    return threads;
  }

  /** {@return a bootstrap with socket options that detect vanished clients} */
  ServerBootstrap bootstrap() {
    var bootstrap =
        new ServerBootstrap()
            .group(group)
            // Cut by the system to its own most; out of a full queue Linux drops connections that
            // it has confirmed.
            .option(ChannelOption.SO_BACKLOG, 65_535)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true);
    return isNative
        ? bootstrap
            .channel(EpollServerSocketChannel.class)
            .childOption(EpollChannelOption.TCP_USER_TIMEOUT, USER_TIMEOUT_MILLIS)
            .childOption(EpollChannelOption.TCP_KEEPIDLE, PROBE_IDLE_SECONDS)
            .childOption(EpollChannelOption.TCP_KEEPINTVL, PROBE_SECONDS)
            .childOption(EpollChannelOption.TCP_KEEPCNT, PROBES)
        : bootstrap
            .channel(NioServerSocketChannel.class)
            .childOption(
                NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPIDLE), PROBE_IDLE_SECONDS)
            .childOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPINTERVAL), PROBE_SECONDS)
            .childOption(NioChannelOption.of(ExtendedSocketOptions.TCP_KEEPCOUNT), PROBES);
  }

  /** Completes when every loop has run the tasks queued before. */
  CompletionStage<Void> settled() {
    var all = new ArrayList<CompletableFuture<?>>();
    for (EventExecutor loop : group) {
      try {
        all.add(CompletableFuture.runAsync(() -> {}, loop));
      } catch (RejectedExecutionException e) {
        // That loop has ended: nothing is queued there.
      }
    }
    return CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new));
  }

  /** Ends all loops and closes their channels. Completes when their threads have ended. */
  CompletionStage<Void> close() {
    var _ = group.shutdownGracefully(0, 0, TimeUnit.NANOSECONDS);
    var gone = new CompletableFuture<Void>();
    var _ = Thread.ofVirtual().name("belay-http-end").start(() -> join(gone));
    return gone;
  }

  private void join(CompletableFuture<Void> gone) {
    try {
      for (Thread thread : threads) {
        thread.join();
      }
      gone.complete(null);
    } catch (InterruptedException e) {
      gone.completeExceptionally(e);
    }
  }

  private Thread thread(Runnable task) {
    var thread = new FastThreadLocalThread(task, "belay-http-loop-" + (threads.size() + 1));
    thread.setDaemon(true);
    threads.add(thread);
    return thread;
  }
}
