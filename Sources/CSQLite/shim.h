// The parts of SQLite's interface that Swift cannot express.
#pragma once

#include <sqlite3.h>

// SQLITE_STATIC is a cast, which is not imported: the bytes stay valid until the statement is
// reset, so that SQLite need not copy them.
static inline int rk_sqlite3_bind_text(sqlite3_stmt *statement, int place, const char *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, place, bytes, count, SQLITE_STATIC, SQLITE_UTF8);
}

// SQLITE_TRANSIENT, for bytes that do not outlive the call; without an address the value would be
// null instead of an empty text.
static inline int rk_sqlite3_bind_copied_text(sqlite3_stmt *statement, int place, const char *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, place, count ? bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// sqlite3_db_config is variadic, which Swift cannot call.
static inline int rk_sqlite3_set_defensive(sqlite3 *database, int is_on) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, is_on, (int *)0);
}

// So does sqlite3_config.
static inline int rk_sqlite3_count_memory(int is_on) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, is_on); }
