package dev.belay.gateway.config;

import java.util.List;

/**
 * The server after {@code belay wrap --}: it takes the place of all servers in files.
 *
 * @param name what it is called in messages and in {@code server__tool}
 * @param command program to start, as typed
 * @param args its arguments, as typed
 */
public record Wrapped(String name, String command, List<String> args) {
  public Wrapped {
    args = List.copyOf(args);
  }
}
