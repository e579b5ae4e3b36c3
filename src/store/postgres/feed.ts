// All commits in the order they became visible, and the hint that there are new ones.

import type { Store } from '../../ports/store.ts';
import { feedCommitOf } from '../rows.ts';
import type { Connections, Row } from './connections.ts';
import type { Listener } from './listener.ts';
import { PLAIN } from './rows.ts';

/** Below it nothing can appear any more: there the order of xids is final. */
export const SETTLED = 'c.xid < (SELECT settled_below(pg_current_snapshot()))';
const AFTER = `SELECT c.*, c.xid::text AS xid_text, r.id AS run_id FROM commits c JOIN runs r ON r.key = c.run
  WHERE (c.xid, c.id) > ($1::xid8, $2::bigint) AND ${SETTLED}`;
const ORDER = 'ORDER BY c.xid, c.id LIMIT';
const END = `SELECT settled_below(s)::text AS below, s::text AS seen FROM pg_current_snapshot() AS s`;

interface Cursor {
  readonly xid: string;
  readonly id: string;
  /** What was visible at the cursor's beginning: transactions above `xid` that had committed already. */
  readonly seen: string | null;
}

export function feed(connections: Connections, listener: Listener): Pick<Store, 'feedEnd' | 'feed' | 'listen'> {
  return {
    feedEnd: async () => {
      const [row] = await connections.read('feed_end', END);
      return `${row?.below}.0@${row?.seen}`;
    },
    feed: async (cursor, limit) => {
      const { xid, id, seen } = cursorOf(cursor);
      const rows =
        seen === null
          ? await connections.read('feed', `${AFTER} ${ORDER} $3`, [xid, id, limit])
          : await connections.read(
              'feed_since',
              `${AFTER} AND NOT pg_visible_in_snapshot(c.xid, $3::pg_snapshot) ${ORDER} $4`,
              [xid, id, seen, limit],
            );
      return { commits: rows.map((row) => feedCommitOf(row, PLAIN)), cursor: nextCursor(cursor, seen, rows.at(-1)) };
    },
    listen: (heard) => listener.listen(heard),
  };
}

/** '' and '0' stand before everything. */
function cursorOf(text: string): Cursor {
  const [place = '', seen = null] = text.split('@');
  const [xid, id] = place.split('.');
  return { xid: xid || '0', id: id || '0', seen };
}

function nextCursor(cursor: string, seen: string | null, last: Row | undefined): string {
  if (last === undefined) return cursor;
  const place = `${last.xid_text}.${last.id}`;
  const xmax = seen?.split(':')[1];
  return xmax === undefined || BigInt(last.xid_text as string) >= BigInt(xmax) ? place : `${place}@${seen}`;
}
