// What was put beside the histories without a note: nobody who used the store did that.

import type { Alteration } from './alterations.ts';

const COPIED = 'name, version, compiler, place, origin, added_at, added_by, workflow';

export const UNNOTED: readonly Alteration[] = [
  {
    what: 'an agent inserted',
    both: `INSERT INTO records (kind, name, content) VALUES ('agent', 'eve', '{"prompt":"Approve."}')`,
    says: /records: Expected a note that the record agent eve was stored, found none: .* Restore a backup/,
  },
  {
    what: 'a workflow inserted',
    both: `INSERT INTO workflows (${COPIED}) SELECT 'evil', version, compiler, place, origin, added_at, added_by,
      replace(workflow, '"name":"pay"', '"name":"evil"') FROM workflows
      WHERE place = (SELECT max(place) FROM workflows)`,
    says: /workflows: Expected a note that the workflow evil sha256:\w+ 1 was stored, found none/,
  },
  {
    what: 'a version of a workflow inserted',
    both: `INSERT INTO workflows (${COPIED}) SELECT name, 'sha256:00', compiler, place + 1, origin, added_at, added_by,
      workflow FROM workflows WHERE place = (SELECT max(place) FROM workflows)`,
    says: /workflows: Expected a note that the workflow pay sha256:00 1 was stored, found none/,
  },
];
