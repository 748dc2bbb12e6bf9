package dev.belay.observe.schema;

/** Authentication that an operation requires. */
enum Entry {
  /** None. */
  OPEN,
  /** A token, unless authentication is switched off. */
  TOKEN,
  /** A token if there are rules for the calls of principals. */
  TOKEN_WHERE_RULED
}
