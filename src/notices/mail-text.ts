// A notice as a mail for people: what happened, to what, and how to answer it.

import type { Notice } from '../ports/notices.ts';

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

const SUBJECT_LENGTH_MAX = 150;
const LINE_LENGTH_MAX = 500;

export function mailText(notice: Notice): MailText {
  const what = heading(notice);
  const subject = `[signoff] ${what}`;
  const facts: [string, string | undefined][] = [
    ['Task', notice.title],
    ['For', notice.assignee],
    ['Due', notice.due === undefined ? undefined : new Date(notice.due).toISOString()],
    ['Why', notice.message],
    ['Workflow', notice.workflow],
    ['Run', notice.run],
    ['Step', notice.step],
    ['When', new Date(notice.at).toISOString()],
  ];
  const lines = facts.flatMap(([name, value]) =>
    value === undefined || value === ''
      ? []
      : [`${name}: ${' '.repeat(8 - name.length)}${oneLine(value, LINE_LENGTH_MAX)}`],
  );
  return {
    subject: subject.length > SUBJECT_LENGTH_MAX ? `${subject.slice(0, SUBJECT_LENGTH_MAX - 3)}...` : subject,
    text: [`${what}.`, '', ...lines, '', ...howTo(notice), ''].join('\n'),
  };
}

function heading({ kind, title, workflow, outcome, step, assignee }: Notice): string {
  const task = oneLine(title ?? step ?? '', LINE_LENGTH_MAX);
  const name = oneLine(workflow, LINE_LENGTH_MAX);
  const who = oneLine(assignee ?? '', LINE_LENGTH_MAX);
  switch (kind) {
    case 'task-assigned':
      return `A task waits${who === '' ? '' : ` for ${who}`}: ${task}`;
    case 'task-due':
      return `A task is due: ${task}`;
    case 'task-escalated':
      return `A task was escalated to ${who}: ${task}`;
    case 'run-held':
      return `A run of ${name} is on hold at ${oneLine(step ?? '', LINE_LENGTH_MAX)}`;
    case 'run-finished':
      return `A run of ${name} ${outcome === 'cancelled' ? 'was cancelled' : (outcome ?? 'ended')}`;
    case 'test':
      return 'A test of notifications';
  }
}

function howTo({ kind, task, run }: Notice): string[] {
  if (kind === 'test') return ['Nothing is to be done.'];
  if (kind === 'run-held')
    return [`Look at it:  signoff runs show ${run}`, `Move it on:  signoff runs resolve ${run} (the first says how)`];
  if (task !== undefined)
    return [
      `Read it:     signoff tasks show ${task}`,
      `Answer it:   signoff tasks complete ${task} --verdict ... or --output '...'`,
      'The first of the two says which.',
    ];
  return [`Look at it:  signoff runs show ${run}`];
}

/** Titles are made of what people and agents wrote: no line of a mail may begin with what they chose. */
function oneLine(text: string, most: number): string {
  return text
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, most);
}
