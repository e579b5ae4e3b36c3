// Who is compared. Plain values, so that only the process that runs an engine loads its packages.

export type HomeKind = 'folder' | 'postgres' | 'restate';
export type Workload = 'chain' | 'map' | 'pause' | 'loop' | 'map-across';

export interface ListedContender {
  readonly id: string;
  readonly name: string;
  /** Of contenders/; exports `contender`. */
  readonly file: string;
  readonly home: HomeKind;
  readonly kind: 'ours' | 'full engine' | 'library' | 'floor';
  /** Whether a step that was reported done survives a power loss. Otherwise it survives the end of the process only. */
  readonly isSynced: boolean;
  readonly because: string;
  /** Items in flight in W2; null for all at once. */
  readonly wave: number | null;
  readonly workloads: readonly Workload[];
  /** Also does the largest W2. */
  readonly isLargeMapped: boolean;
}

const ALL: readonly Workload[] = ['chain', 'map', 'pause', 'loop'];
const POSTGRES = 'fsync and synchronous_commit are on';
const LANGGRAPH_SQLITE = {
  file: 'langgraph-sqlite',
  home: 'folder',
  kind: 'full engine',
  isSynced: false,
  because: 'its driver syncs a WAL commit only at checkpoints (synchronous=NORMAL)',
  isLargeMapped: false,
} as const;

export const CONTENDERS: readonly ListedContender[] = [
  {
    id: 'floor',
    name: 'floor: bare append log on node:sqlite',
    file: 'floor',
    home: 'folder',
    kind: 'floor',
    isSynced: true,
    because: 'synchronous=FULL',
    wave: null,
    workloads: ALL,
    isLargeMapped: true,
  },
  {
    id: 'signoff-sqlite',
    name: 'Signoff + SQLite',
    file: 'signoff-sqlite',
    home: 'folder',
    kind: 'ours',
    isSynced: true,
    because: 'synchronous=FULL',
    wave: null,
    workloads: ALL,
    isLargeMapped: true,
  },
  {
    id: 'signoff-postgres',
    name: 'Signoff + PostgreSQL',
    file: 'signoff-postgres',
    home: 'postgres',
    kind: 'ours',
    isSynced: true,
    because: POSTGRES,
    wave: null,
    workloads: [...ALL, 'map-across'],
    isLargeMapped: false,
  },
  { ...LANGGRAPH_SQLITE, id: 'langgraph-sqlite', name: 'LangGraph.js + SQLite', wave: null, workloads: ALL },
  {
    ...LANGGRAPH_SQLITE,
    id: 'langgraph-sqlite-waves',
    name: 'LangGraph.js + SQLite, W2 in waves',
    wave: 50,
    workloads: ['map'],
  },
  {
    id: 'langgraph-postgres',
    name: 'LangGraph.js + PostgreSQL',
    file: 'langgraph-postgres',
    home: 'postgres',
    kind: 'full engine',
    isSynced: true,
    because: POSTGRES,
    wave: 50,
    workloads: ALL,
    isLargeMapped: false,
  },
  {
    id: 'mastra',
    name: 'Mastra + libsql (items not durable)',
    file: 'mastra',
    home: 'folder',
    kind: 'full engine',
    isSynced: false,
    because: 'its store sets synchronous=NORMAL',
    wave: null,
    workloads: ALL,
    isLargeMapped: false,
  },
  {
    id: 'dbos',
    name: 'DBOS (PostgreSQL)',
    file: 'dbos',
    home: 'postgres',
    kind: 'full engine',
    isSynced: true,
    because: POSTGRES,
    wave: null,
    workloads: ALL,
    isLargeMapped: false,
  },
  {
    id: 'restate',
    name: 'Restate',
    file: 'restate',
    home: 'restate',
    kind: 'full engine',
    isSynced: true,
    because: 'its log syncs each batch (rocksdb-disable-wal-fsync=false)',
    wave: 50,
    workloads: ALL,
    isLargeMapped: false,
  },
  {
    id: 'xstate',
    name: 'XState + one SQLite write per step',
    file: 'xstate',
    home: 'folder',
    kind: 'library',
    isSynced: true,
    because: 'synchronous=FULL',
    wave: null,
    workloads: ALL,
    isLargeMapped: false,
  },
];
