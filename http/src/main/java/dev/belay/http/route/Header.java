package dev.belay.http.route;

/** One header of a response. A line break or NUL in its value is refused by the server. */
public record Header(String name, String value) {}
