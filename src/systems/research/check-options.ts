// What is wrong with the options of a start, besides one that could not be read: the reasons of the run's own check, by
// the names of the options.

import { isJsonObject } from '../../json.ts';
import type { StartInput } from '../../ports/system.ts';
import { briefProblems } from './brief-problems.ts';
import { inputOf, optionReason } from './start.ts';

const ANY_TOPIC = 'a topic';

/** In sentences. A topic that is missing is asked for, or reported elsewhere. */
export function checkOptions({ subject, options }: Pick<StartInput, 'subject' | 'options'>): readonly string[] {
  const input = inputOf({ subject: subject.trim() || ANY_TOPIC, options, project: '', clarifications: [] });
  const { brief = null } = isJsonObject(input) ? input : {};
  return briefProblems(brief).map((reason) => sentence(optionReason(reason)));
}

const sentence = (reason: string): string => `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`;
