// The decision after a gap analysis: refine the requirements, go on to the PRD, or leave it to the threshold.

import { type Asked, BACK, isUnsaid, LEAVE } from '../prompt.ts';
import { severalLines } from '../shown-text.ts';
import { program } from '../started-as.ts';
import { type Desk, helpLines, notEmpty } from './desk.ts';
import { editLines } from './hand-edits.ts';
import { hanging } from './look.ts';
import { byThreshold, gapLines, type ShownAnalysis } from './show-gaps.ts';

export interface GapGate {
  /** null: the agent offers no result yet, it asks something. */
  readonly analysis: ShownAnalysis | null;
  /** What the agent said last. */
  readonly said: string | null;
  /** It was said to something that the person had said. */
  readonly isAnswered?: boolean;
  /** What hands did to the requirements file. */
  readonly edits?: readonly string[];
}

export const DECISIONS = ['refine', 'proceed', 'threshold'] as const;
export type Decision = (typeof DECISIONS)[number];
export type GapAnswer = { readonly decision: Decision } | { readonly message: string };

const DECIDES = ['r', 'p', 't'];

const KEYS = [
  { key: 'r', label: 'refine', help: 'requirements for the gaps are proposed, and you review them' },
  { key: 'p', label: 'proceed', help: 'the PRD is written now, gaps or not' },
  { key: 't', label: 'threshold', help: 'what the score says: below 80 % refine, else proceed' },
  { key: 'd', label: 'details', help: 'every gap with what it means and what is suggested' },
  { key: 'm', label: 'message', help: 'say something to the agent, who then analyses again' },
  { key: 'q', label: 'leave', help: `nothing is lost: ${program()} prd --resume goes on here` },
  { key: '?', label: 'help', help: 'this list' },
] as const;

export async function reviewGaps(desk: Desk, gate: GapGate, signal: AbortSignal): Promise<Asked<GapAnswer>> {
  const isShort = tell(desk, gate);
  const keys = keysFor(gate, isShort);
  for (;;) {
    const key = await desk.key(keys, signal);
    if (key === LEAVE || key === 'q') return LEAVE;
    if (signal.aborted) return BACK;
    if (key === 'r') return { decision: 'refine' };
    if (key === 'p') return { decision: 'proceed' };
    if (key === 't') return { decision: 'threshold' };
    if (key === '?') desk.say(helpLines(keys, desk.look()));
    if (key === 'd' && gate.analysis !== null) desk.say(gapLines(gate.analysis, desk.look()));
    if (key !== 'm') continue;
    const message = await desk.line('What do you want to tell the agent?', { check: notEmpty }, signal);
    if (message === LEAVE) return LEAVE;
    if (!isUnsaid(message)) return { message: message.trim() };
  }
}

/** true: only the titles of the gaps are shown, because all of it would not fit the screen. */
function tell(desk: Desk, { analysis, said, isAnswered = false, edits = [] }: GapGate): boolean {
  const look = desk.look();
  desk.say(editLines(edits, look));
  const words = ['', ...severalLines(said ?? '').flatMap((line) => hanging(' ', line, look.width))];
  if (analysis === null) {
    desk.say(words);
    return false;
  }
  const lines = gapLines(analysis, look);
  const isShort = lines.length > (desk.page() ?? lines.length);
  desk.say(isShort ? gapLines(analysis, look, 'titles') : lines);
  // Below the analysis, where it is seen: whoever said something waits for it.
  if (isAnswered && said !== null) desk.say(words);
  return isShort;
}

function keysFor({ analysis }: GapGate, isShort: boolean) {
  const isDecided = analysis !== null && byThreshold(analysis) !== null;
  return KEYS.filter(({ key }) => {
    if (key === 't') return isDecided;
    return key === 'd' ? isShort : analysis !== null || !DECIDES.includes(key);
  }).map((one) =>
    one.key === 't' && analysis !== null ? { ...one, label: `threshold (${byThreshold(analysis)})` } : one,
  );
}
