package dev.belay.observe.schema;

/** Whether somebody must prove who they are. */
enum Entry {
  /** Nobody is asked. */
  OPEN,
  /** A token, unless Belay was told to ask for none. */
  TOKEN,
  /** A token where there are rules of who may call what. */
  TOKEN_WHERE_RULED
}
