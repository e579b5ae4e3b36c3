// The moments between two things that belong together, at which a process may die. A test kills one at each of them.

/** In the order in which a task meets them. Those of queued commands are met only where a store has a mailbox. */
export const CRASH_POINTS = [
  /** A commit is decided, and nothing of it is stored. */
  'before-append',
  /** It is durable, and nobody has heard of it. */
  'after-append',
  /** A claim is durable, and its work has not begun. */
  'before-work',
  /** A call of an agent is reserved, and nobody has been asked. */
  'after-begin-call',
  /** Its reply is journalled, and nobody has read it. */
  'after-end-call',
  /** The work is done, and its report is not sent. */
  'before-report',
  /** A queued command to a run is in its mailbox, and nobody has looked. */
  'after-commands-queued',
  /** Queued commands are decided, and the commit of that is open. */
  'after-queued-decided',
  /** It is durable, and those who wrote them are not answered. */
  'after-queued-committed',
  /** An entry of the outbox is read, and nothing is done for it. */
  'before-outbox-entry',
  /** The new text is beside the file that it will replace. */
  'after-temporary-file',
  /** It has taken the file's place, and folders are not synced. */
  'after-rename',
  /** An entry of the outbox is done and gone. */
  'after-outbox-entry',
  /** Timers are due, and none of them is fired. */
  'before-timers',
  /** The leases of a dead process are taken away, and it is still registered. */
  'after-leases-lost',
] as const;

export type CrashPoint = (typeof CRASH_POINTS)[number];

/** Called at each point, each time. */
export type AtPoint = (point: CrashPoint) => void;
