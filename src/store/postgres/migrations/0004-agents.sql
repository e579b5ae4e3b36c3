-- What agents cost, by day and by what it was for; and small facts that processes share.

CREATE TABLE spending (
  day text NOT NULL,
  agent text NOT NULL,
  provider text NOT NULL,
  model text NOT NULL,
  workflow text NOT NULL,
  calls bigint NOT NULL,
  cost double precision NOT NULL,
  unknown bigint NOT NULL,
  tokens_in bigint NOT NULL,
  tokens_out bigint NOT NULL,
  tokens_cached bigint NOT NULL,
  PRIMARY KEY (day, agent, provider, model, workflow)
);

CREATE TABLE shared (name text PRIMARY KEY, content text NOT NULL);

ALTER FUNCTION append_rest(bigint, bigint[], integer[], json) RENAME TO append_sides;

-- Rows of spending come last and in one order, so that no two transactions wait for each other.
CREATE FUNCTION append_rest(by_process bigint, passed bigint[], known_w integer[], rest json) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM append_sides(by_process, passed, known_w, rest);
  -- What an agent concluded was a conversation with a person all the same.
  IF rest->'kept' IS NOT NULL THEN
    UPDATE tasks t SET for_people = 1 FROM json_to_recordset(rest->'kept') AS e(w integer, task integer)
    WHERE t.run = passed[e.w] AND t.task = e.task AND t.for_people = 0;
  END IF;
  IF rest->'spent' IS NULL THEN RETURN; END IF;
  INSERT INTO spending AS old (day, agent, provider, model, workflow, calls, cost, unknown, tokens_in, tokens_out,
    tokens_cached)
  SELECT day, agent, provider, model, workflow, sum(calls), sum(cost), sum(unknown), sum(tokens_in), sum(tokens_out),
    sum(tokens_cached)
  FROM json_to_recordset(rest->'spent') AS s(w integer, day text, agent text, provider text, model text, workflow text,
    calls bigint, cost double precision, unknown bigint, tokens_in bigint, tokens_out bigint, tokens_cached bigint)
  WHERE passed[w] IS NOT NULL
  GROUP BY day, agent, provider, model, workflow ORDER BY day, agent, provider, model, workflow
  ON CONFLICT (day, agent, provider, model, workflow) DO UPDATE SET calls = old.calls + excluded.calls,
    cost = old.cost + excluded.cost, unknown = old.unknown + excluded.unknown,
    tokens_in = old.tokens_in + excluded.tokens_in, tokens_out = old.tokens_out + excluded.tokens_out,
    tokens_cached = old.tokens_cached + excluded.tokens_cached;
END $$;
