/** What survives of jobs: a file of SQLite that all processes of one user share. */
module dev.belay.store {
  requires static transitive org.jspecify;
  requires static com.google.errorprone.annotations;
  requires transitive dev.belay.core;
  requires java.sql;
  requires org.xerial.sqlitejdbc;

  exports dev.belay.store.sqlite;
}
