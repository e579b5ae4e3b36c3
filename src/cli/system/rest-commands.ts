// The commands that go on from where a run rests, as they can be pasted in the reader's folder.

import type { RestPoint, System } from '../../ports/system.ts';
import { shellWord } from '../shell-word.ts';
import { program } from '../started-as.ts';

interface RestPlace {
  readonly run: string;
  readonly project: string;
  readonly folder: string;
  /** What commands about runs need to find the store. */
  readonly flags: string;
}

/** Only commands of the system itself ask for a store: others read the files of the project. */
export function restCommands({ next }: RestPoint, { name }: System, place: RestPlace): readonly string[] {
  const there = place.project === place.folder ? '' : ` --project ${shellWord(place.project)}`;
  return next.map((each) => {
    const flags = each.split(' ')[0] === name ? place.flags : '';
    return `${program()} ${each.replaceAll('{run}', place.run)}${there}${flags}`;
  });
}
