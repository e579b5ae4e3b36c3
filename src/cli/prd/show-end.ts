// The last words about a PRD run: what is there now, what was decided, and the commands that go on.

import { isAbsolute, relative } from 'node:path';
import { scoreWord } from '../../documents/analyse-gaps.ts';
import { shellWord } from '../shell-word.ts';
import { counted, oneLine, pad } from '../shown-text.ts';
import { asStarted, nameFlag, program } from '../started-as.ts';
import { GATE_NAMES } from './gates.ts';
import { hanging, type Look, paragraph } from './look.ts';
import type { Stopped } from './play-prd.ts';
import type { Decided, PrdResult } from './prd-result.ts';
import { percent } from './show-gaps.ts';
import { countsText } from './show-requirement.ts';

export interface EndOptions {
  readonly folder: string;
  /** What a command needs to find the run again. */
  readonly flags: string;
  /** It failed at a step that can be tried again. */
  readonly canRetry?: boolean;
  /** Verdicts that are kept and not sent. */
  readonly unsent?: number;
  /** Written answers stood in for people. */
  readonly isRehearsal?: boolean;
}

const NAMES: { readonly [step: string]: string } = {
  ...{ FBReview: 'Feature brief', RR: 'Requirements', GA: 'Gap analysis', PR: 'PRD' },
};
const NAME_WIDTH = 15;

export function endLines(result: PrdResult, look: Look, options: EndOptions): string[] {
  const { paint, width } = look;
  return [
    '',
    ...headLines(result, look, options),
    ...result.messages.flatMap((message) => paragraph(message, 3, width, paint.red)),
    ...section(
      'Files',
      result.files.map((file) => `   ${nearPath(file, options.folder)}`),
      look,
    ),
    ...result.conflicts.flatMap((message) => paragraph(message, 3, width, paint.red)),
    ...section(
      'You decided',
      result.decided.flatMap((one) => decidedLines(one, look)),
      look,
    ),
    ...totalLines(result, look),
    ...section('Next', nextLines(result, options), look),
    '',
  ];
}

function headLines(result: PrdResult, { paint, width }: Look, { unsent = 0, isRehearsal }: EndOptions): string[] {
  const { run, status, featureId, stopped } = result;
  const name = featureId === null ? '' : `  ${oneLine(featureId)}`;
  const end = isRehearsal ? 'PRD finished in a rehearsal: nobody signed it' : 'PRD signed off';
  if (status === 'finalized') return [` ${paint.green('✓')} ${paint.bold(end)}${name}`];
  if (status === 'failed') return [` ${paint.red('✗')} ${paint.bold('Failed')}${name}`];
  if (status === 'cancelled') return [` ${paint.red('✗')} ${paint.bold('Cancelled')}${name}`];
  if (stopped?.why === 'until') {
    const what = stopped.until === 'brief' ? 'Feature brief approved' : 'Requirements decided';
    return [` ${paint.green('✓')} ${paint.bold(what)}${name}`, ...paragraph(stoppedText(stopped, run), 3, width)];
  }
  const why = stopped === null ? [] : paragraph(stoppedText(stopped, run), 3, width);
  const kept = unsent === 0 ? [] : paragraph(`${counted(unsent, 'verdict')} kept, not sent.`, 3, width);
  return [` ${paint.yellow('‖')} ${paint.bold('Left open')}${name}`, ...why, ...kept];
}

function section(name: string, lines: readonly string[], { paint }: Look): string[] {
  return lines.length === 0 ? [] : ['', ` ${paint.dim(name)}`, ...lines];
}

function decidedLines({ step, what }: Decided, { width }: Look): string[] {
  return hanging(`   ${pad(NAMES[step] ?? step, NAME_WIDTH)}`, oneLine(what), width);
}

function totalLines({ score, counts, decided }: PrdResult, look: Look): string[] {
  const all = countsText({ ...counts, open: 0 });
  const lines = [
    ...(decided.some(({ step }) => step === 'RR')
      ? hanging(`   ${pad('requirements', NAME_WIDTH)}`, all, look.width)
      : []),
    ...(score === null ? [] : [`   ${pad('gap score', NAME_WIDTH)}${percent(score)}, ${scoreWord(score)}`]),
  ];
  return section('In all', lines, look);
}

/** Commands are to be copied: they are not broken, however long. */
function nextLines({ run, status, featureId, project }: PrdResult, options: EndOptions): string[] {
  const { flags, folder, canRetry = false } = options;
  if (status === 'open')
    return [`   ${program()} prd --resume ${run}${nameFlag()}${flags}`, `   ${program()} runs cancel ${run}${flags}`];
  const shown = `   ${program()} runs show ${run}${flags}`;
  const again = [
    `   ${program()} runs retry ${run}${flags}`,
    `   ${program()} prd --resume ${run}${nameFlag()}${flags}`,
  ];
  if (status === 'failed' && canRetry) return [...again, shown];
  if (status !== 'finalized' || featureId === null) return [shown];
  const at = project === folder ? '' : ` --project ${shellWord(project)}`;
  const exported = `   ${program()} documents export ${shellWord(featureId)} --as spec-kit${at}`;
  return [`   ${program()} documents show ${shellWord(featureId)}${at}`, exported, shown];
}

function nearPath(path: string, folder: string): string {
  const near = relative(folder, path);
  return oneLine(near.startsWith('..') || isAbsolute(near) ? path : near);
}

function gateText(step: string): string {
  const name = GATE_NAMES[step];
  return name === undefined ? `"${step}"` : `${name} (${step})`;
}

const WAYS_ON = 'Go on at a terminal, with --answers FILE, or with lines on stdin.';

export function stoppedText(stopped: Stopped, run: string): string {
  switch (stopped.why) {
    case 'left':
      return 'You left it as it is; nothing is lost.';
    case 'nobody':
      return `Nobody is here to decide on ${gateText(stopped.step)}. ${WAYS_ON}`;
    case 'no-answer':
      return `No answer ${stopped.visit} is written down for ${gateText(stopped.step)}. Add it, or go on by hand.`;
    case 'refused':
      return asStarted(`The answer for ${gateText(stopped.step)} was refused. ${stopped.message}`);
    case 'held':
      return asStarted(`On hold at "${stopped.hold.step}": ${stopped.hold.message} ${whatCanBeDone(run)}`);
    case 'until':
      return stopped.until === 'brief'
        ? 'The feature brief is approved and written. The requirements come next.'
        : 'The requirements are decided and written. The PRD comes next.';
    case 'paused':
      return asStarted(`The run is paused. "signoff runs resume ${run}" lets it go on.`);
    case 'waits':
      return `It waits for ${stopped.what}.`;
  }
}

const whatCanBeDone = (run: string): string => `"signoff runs show ${run}" tells what can be done.`;
