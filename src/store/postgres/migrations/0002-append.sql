-- The whole of append() in one call, so that a batch costs one round trip and one transaction. `w` is a write's place
-- in the batch, from 1; writes to runs that exist come in the order of their keys, so that two batches never wait for each
-- other in a circle. Plans are kept to index lookups: one made while a table was empty must be good when it is large.

CREATE FUNCTION append_writes(
  by_process bigint,
  ids text[],
  run_keys bigint[],
  expected integer[],
  heads integer[],
  hashes text[],
  changed bigint[],
  changes text[],
  commit_w integer[],
  commit_first integer[],
  commit_last integer[],
  commit_at bigint[],
  commit_actor text[],
  commit_channel smallint[],
  commit_text text[],
  opened json,
  ended json,
  rest json
) RETURNS TABLE (appended text, heads_now text, known json) LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  n integer := cardinality(run_keys);
  -- The key of each write that passed, null for the others.
  passed bigint[] := array_fill(NULL::bigint, ARRAY[n]);
  known_w integer[] := '{}';
  one_key bigint;
  change jsonb;
BEGIN
  IF rest IS NOT NULL THEN known_w := keep_requests(rest->'requests'); END IF;

  FOR w IN 1..n LOOP
    CONTINUE WHEN w = ANY (known_w);
    one_key := run_keys[w];
    IF changes[w] IS NULL THEN
      UPDATE runs SET head = heads[w], hash = decode(hashes[w], 'hex'), changed_at = changed[w]
      WHERE key = one_key AND head = expected[w];
    ELSIF one_key IS NULL THEN
      INSERT INTO runs (id, workflow, head, status, live, hash, starter, started_at, changed_at, ended_at, parent_run,
        parent_task, forked_from, reported_outcome, reported_cost, reported_tokens, title)
      SELECT ids[w], c.workflow, heads[w], c.status, c.live, decode(hashes[w], 'hex'), c.starter, c.started_at,
        changed[w], c.ended_at, c.parent_run, c.parent_task, c.forked_from, c.reported_outcome, c.reported_cost,
        c.reported_tokens, c.title
      FROM json_to_record(changes[w]::json) AS c(workflow integer, status smallint, live smallint, starter text,
        started_at bigint, ended_at bigint, parent_run text, parent_task integer, forked_from text,
        reported_outcome text, reported_cost double precision, reported_tokens bigint, title text)
      ON CONFLICT (id) DO NOTHING RETURNING key INTO one_key;
    ELSE
      change := changes[w]::jsonb;
      UPDATE runs SET head = heads[w], hash = decode(hashes[w], 'hex'), changed_at = changed[w],
        workflow = coalesce((change->>'workflow')::integer, workflow),
        status = coalesce((change->>'status')::smallint, status),
        live = coalesce((change->>'live')::smallint, live),
        starter = coalesce(change->>'starter', starter),
        started_at = coalesce((change->>'started_at')::bigint, started_at),
        ended_at = CASE WHEN change ? 'ended_at' THEN (change->>'ended_at')::bigint ELSE ended_at END,
        parent_run = CASE WHEN change ? 'parent_run' THEN change->>'parent_run' ELSE parent_run END,
        parent_task = CASE WHEN change ? 'parent_task' THEN (change->>'parent_task')::integer ELSE parent_task END,
        forked_from = CASE WHEN change ? 'forked_from' THEN change->>'forked_from' ELSE forked_from END,
        reported_outcome = coalesce(change->>'reported_outcome', reported_outcome),
        reported_cost = coalesce((change->>'reported_cost')::double precision, reported_cost),
        reported_tokens = coalesce((change->>'reported_tokens')::bigint, reported_tokens),
        title = CASE WHEN change ? 'title' THEN change->>'title' ELSE title END
      WHERE key = one_key AND head = expected[w];
    END IF;
    IF FOUND THEN passed[w] := one_key; END IF;
  END LOOP;

  IF commit_w IS NOT NULL THEN
    INSERT INTO commits (run, first, last, at, actor, channel, text)
    SELECT passed[c.w], c.first, c.last, c.at, c.actor, c.channel, c.text
    FROM unnest(commit_w, commit_first, commit_last, commit_at, commit_actor, commit_channel, commit_text)
      AS c(w, first, last, at, actor, channel, text)
    WHERE passed[c.w] IS NOT NULL;
  END IF;
  IF opened IS NOT NULL THEN PERFORM put_tasks(passed, opened); END IF;
  IF ended IS NOT NULL THEN
    DELETE FROM tasks t USING json_to_recordset(ended) AS e(w integer, task integer)
    WHERE t.run = passed[e.w] AND t.task = e.task;
  END IF;
  IF rest IS NOT NULL THEN PERFORM append_rest(by_process, passed, known_w, rest); END IF;

  appended := array_to_string(passed, ',', '-');
  IF array_position(passed, NULL) IS NOT NULL THEN
    -- A new statement sees what another transaction has committed meanwhile.
    SELECT string_agg(coalesce(r.head, 0)::text, ',' ORDER BY u.w) INTO heads_now
    FROM unnest(run_keys, ids) WITH ORDINALITY AS u(key, id, w)
    LEFT JOIN LATERAL (SELECT head FROM runs WHERE runs.key = u.key
      UNION ALL SELECT head FROM runs WHERE u.key IS NULL AND runs.id = u.id) AS r ON true;
  END IF;
  IF cardinality(known_w) > 0 THEN known := known_requests(known_w, rest->'requests'); END IF;
  RETURN NEXT;
END $$;

-- An ended task may be opened again: then it has not ended. It keeps when it was first
-- opened, and its beat goes on rising.
CREATE FUNCTION put_tasks(passed bigint[], opened json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tasks (run, task, step, kind, execution, status, ready, for_people, queue, assignee, title,
    urgency, tags, due, item, items, parent, attempt, fence, worker, holder, lease_kind, opened_at, changed_at)
  SELECT passed[w], task, step, kind, execution, status, ready, for_people, queue, assignee, title,
    urgency, tags, due, item, items, parent, attempt, fence, worker, holder, lease_kind, opened_at, changed_at
  FROM json_to_recordset(opened) AS t(w integer, task integer, step text, kind smallint, execution smallint,
    status smallint, ready smallint, for_people smallint, queue text, assignee text, title text, urgency smallint,
    tags text, due bigint, item integer, items integer, parent integer, attempt integer, fence integer, worker text,
    holder bigint, lease_kind smallint, opened_at bigint, changed_at bigint)
  WHERE passed[w] IS NOT NULL
  ON CONFLICT (run, task) DO UPDATE SET step = excluded.step, kind = excluded.kind, execution = excluded.execution,
    status = excluded.status, ready = excluded.ready, for_people = excluded.for_people, queue = excluded.queue,
    assignee = excluded.assignee, title = excluded.title, urgency = excluded.urgency, tags = excluded.tags,
    due = excluded.due, item = excluded.item, items = excluded.items, parent = excluded.parent,
    attempt = excluded.attempt, fence = excluded.fence, worker = excluded.worker, holder = excluded.holder,
    lease_kind = excluded.lease_kind, changed_at = excluded.changed_at,
    ended_at = NULL, verdict = NULL, ended_by = NULL;
END $$;

-- Keeps the requests that are new and gives the `w` of those that are not. They come sorted, and before any run's row
-- is locked. One that another transaction is about to keep is waited for.
CREATE FUNCTION keep_requests(requests json) RETURNS integer[] LANGUAGE plpgsql AS $$
DECLARE
  one record;
  known_w integer[] := '{}';
BEGIN
  IF requests IS NULL THEN RETURN known_w; END IF;
  FOR one IN SELECT * FROM json_to_recordset(requests)
    AS r(w integer, at bigint, actor text, operation text, key text, request_hash text, answer text)
  LOOP
    INSERT INTO requests (at, actor, operation, key, request_hash, answer)
    VALUES (one.at, one.actor, one.operation, one.key, one.request_hash, one.answer) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN known_w := known_w || one.w; END IF;
  END LOOP;
  RETURN known_w;
END $$;

CREATE FUNCTION known_requests(known_w integer[], requests json) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT json_agg(json_build_object('w', g.w, 'at', r.at, 'actor', r.actor, 'operation', r.operation,
      'key', r.key, 'request_hash', r.request_hash, 'answer', r.answer))
    FROM json_to_recordset(requests) AS g(w integer, actor text, operation text, key text)
    JOIN requests r ON r.actor = g.actor AND r.operation = g.operation AND r.key = g.key
    WHERE g.w = ANY (known_w));
END $$;

-- What few writes bring: people's ended tasks, timers, payloads, outbox, snapshots.
CREATE FUNCTION append_rest(by_process bigint, passed bigint[], known_w integer[], rest json) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE section json;
BEGIN
  section := rest->'requests';
  IF section IS NOT NULL AND array_position(passed, NULL) IS NOT NULL THEN
    DELETE FROM requests r USING json_to_recordset(section) AS g(w integer, actor text, operation text, key text)
    WHERE passed[g.w] IS NULL AND g.w <> ALL (known_w)
      AND r.actor = g.actor AND r.operation = g.operation AND r.key = g.key;
  END IF;
  section := rest->'kept';
  IF section IS NOT NULL THEN
    UPDATE tasks t SET status = e.status, ready = 0, holder = NULL, lease_kind = NULL, verdict = e.verdict,
      ended_by = e.ended_by, ended_at = e.at, changed_at = e.at
    FROM json_to_recordset(section)
      AS e(w integer, task integer, status smallint, verdict text, ended_by text, at bigint)
    WHERE t.run = passed[e.w] AND t.task = e.task;
  END IF;
  section := rest->'timers';
  IF section IS NOT NULL THEN
    INSERT INTO timers (run, timer, kind, due, task)
    SELECT passed[w], timer, kind, due, task
    FROM json_to_recordset(section) AS t(w integer, timer integer, kind smallint, due bigint, task integer)
    WHERE passed[w] IS NOT NULL
    ON CONFLICT (run, timer) DO UPDATE SET kind = excluded.kind, due = excluded.due, task = excluded.task;
  END IF;
  section := rest->'ended_timers';
  IF section IS NOT NULL THEN
    DELETE FROM timers t USING json_to_recordset(section) AS e(w integer, timer integer)
    WHERE t.run = passed[e.w] AND t.timer = e.timer;
  END IF;
  section := rest->'payloads';
  IF section IS NOT NULL THEN
    INSERT INTO payloads AS old (hash, text, bytes, used)
    SELECT DISTINCT ON (hash) decode(hash, 'hex'), text, octet_length(text), used
    FROM json_to_recordset(section) AS p(w integer, hash text, text text, used bigint)
    WHERE passed[w] IS NOT NULL ORDER BY hash, used DESC
    ON CONFLICT (hash) DO UPDATE SET used = greatest(old.used, excluded.used);
  END IF;
  section := rest->'uses';
  IF section IS NOT NULL THEN
    INSERT INTO payload_uses (run, payload)
    SELECT passed[u.w], p.key
    FROM json_to_recordset(section) AS u(w integer, hash text) JOIN payloads p ON p.hash = decode(u.hash, 'hex')
    WHERE passed[u.w] IS NOT NULL ON CONFLICT DO NOTHING;
  END IF;
  section := rest->'outbox';
  IF section IS NOT NULL THEN
    INSERT INTO outbox (run, process, kind, content)
    SELECT passed[w], by_process, kind, content FROM json_to_recordset(section) AS o(w integer, kind text, content text)
    WHERE passed[w] IS NOT NULL;
  END IF;
  section := rest->'done';
  IF section IS NOT NULL THEN
    DELETE FROM outbox o USING json_to_recordset(section) AS d(w integer, id bigint)
    WHERE passed[d.w] IS NOT NULL AND o.id = d.id;
  END IF;
  section := rest->'gone';
  IF section IS NOT NULL THEN
    DELETE FROM snapshots s USING json_to_recordset(section) AS g(w integer, part text)
    WHERE s.run = passed[g.w] AND s.part = g.part;
  END IF;
  section := rest->'snapshots';
  IF section IS NOT NULL THEN
    -- Parts of another format mean something else, and whoever wrote this one could not read their names.
    DELETE FROM snapshots s
    USING json_to_recordset(section) AS n(w integer, part text, format integer), snapshots h
    WHERE n.part = '' AND h.run = passed[n.w] AND h.part = '' AND h.format <> n.format AND s.run = h.run;
    INSERT INTO snapshots AS old (run, part, number, format, text)
    SELECT passed[s.w], s.part, s.number, s.format, s.text
    FROM json_to_recordset(section) AS s(w integer, part text, number integer, format integer, text text)
    WHERE passed[s.w] IS NOT NULL
    ON CONFLICT (run, part) DO UPDATE SET number = excluded.number, format = excluded.format,
      text = coalesce(excluded.text, old.text);
  END IF;
END $$;
