// A specification in two or three sentences, for its reviewer.

import { oneLine } from '../../documents/markdown/headings-of.ts';
import { SPEC_PRIORITIES, type Spec } from '../../documents/spec/spec.ts';

const VISION_CHARACTERS_MAX = 300;

export function summaryOf({ title, vision, requirements }: Spec): string {
  const counts = SPEC_PRIORITIES.flatMap((priority) => {
    const count = requirements.filter((requirement) => requirement.priority === priority).length;
    return count === 0 ? [] : [`${count} ${priority}`];
  });
  const many = `${requirements.length} ${requirements.length === 1 ? 'requirement' : 'requirements'}`;
  const words = oneLine(vision);
  const short = words.length > VISION_CHARACTERS_MAX ? `${words.slice(0, VISION_CHARACTERS_MAX - 3)}...` : words;
  return [`${title}: ${many}${counts.length === 0 ? '' : ` (${counts.join(', ')})`}.`, short].join(' ').trim();
}
