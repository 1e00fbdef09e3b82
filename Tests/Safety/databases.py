"""What a database must be after a run that something befell, whichever script asks."""
import sqlite3


class Wrong(Exception):
    """What is not as it must be."""


def contents(path, tables=None):
    """The rows of these tables, or of all; wrong when the database is not sound."""
    db = sqlite3.connect(f"file:{path}?mode=rw", uri=True, timeout=0.1)
    try:
        verdict = db.execute("PRAGMA integrity_check").fetchall()
        if verdict != [("ok",)]:
            raise Wrong(f"integrity_check of {path.name}: {verdict[:3]}")
        dangling = db.execute("PRAGMA foreign_key_check").fetchall()
        if dangling:
            raise Wrong(f"foreign_key_check of {path.name}: {dangling[:3]}")
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
        wanted = [name for name in names if tables is None or name in tables]
        return {name: sorted(db.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr) for name in wanted}
    except sqlite3.Error as error:
        raise Wrong(f"{path.name} cannot be read: {error}")
    finally:
        db.close()
