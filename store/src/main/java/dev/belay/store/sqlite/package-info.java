/** Jobs in a file of SQLite. */
@NullMarked
package dev.belay.store.sqlite;

import org.jspecify.annotations.NullMarked;
