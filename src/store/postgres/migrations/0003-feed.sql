-- The transaction below which none of ours still runs, as `seen` saw it: what commits say below it is final. Those of
-- other databases of the server are not waited for; one whose database cannot be told is.

CREATE FUNCTION settled_below(seen pg_snapshot) RETURNS xid8 LANGUAGE sql STABLE
BEGIN ATOMIC
  SELECT coalesce(
    (SELECT running.xid FROM pg_snapshot_xip(seen) AS running(xid)
      WHERE NOT EXISTS (SELECT 1 FROM pg_stat_activity a
        WHERE a.backend_xid = running.xid::xid AND a.datname <> current_database())
      ORDER BY running.xid LIMIT 1),
    pg_snapshot_xmax(seen));
END;
