// A design by rules from 30 and from 300 requirements: time, growth and peak memory.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PARTS } from '../../src/documents/design/part.ts';
import { draftPart } from '../../src/systems/sdd/writers/draft-part.ts';

const SIZES = [30, 300] as const;
const REPEATS = 3;
const GROWTH_MAX = 1.3;

const THINGS = ['tool', 'parcel', 'course', 'vehicle', 'locker', 'recipe', 'machine', 'plant', 'station', 'asset'];
const ADJECTIVES = ['garden', 'kitchen', 'city', 'field', 'ware', 'night', 'harbour', 'mountain', 'river', 'forest'];
const PEOPLE = ['member', 'technician', 'manager', 'visitor', 'clerk'];
const DEEDS = [
  'shall let a PERSON create a THING with a name, a description, a price and a start date.',
  'shall let a PERSON reserve a THING for at most 14 days.',
  'shall let a PERSON cancel a THING up to 24 hours before it starts.',
  'shall let PERSONs browse THINGs by category and date.',
  'shall let a PERSON approve or reject a THING; a rejection needs a reason.',
  'shall send a reminder by email 2 days before a THING is due.',
  'shall keep THINGs for 5 years.',
  'shall let a PERSON attach up to 5 photos to a THING.',
  'shall let a PERSON export THINGs of a month as CSV.',
  'shall let a PERSON change the price of a THING.',
];

/** Ten requirements for each thing: the product grows in breadth, as products do. */
function requirementsOf(count: number): readonly { id: string; title: string; description: string }[] {
  return Array.from({ length: count }, (_, at) => {
    const kind = Math.floor(at / DEEDS.length);
    const thing = `${ADJECTIVES[Math.floor(kind / THINGS.length) % ADJECTIVES.length]} ${THINGS[kind % THINGS.length]}`;
    const person = PEOPLE[at % PEOPLE.length] ?? 'member';
    const description = `The system ${DEEDS[at % DEEDS.length]}`
      .replaceAll('THING', thing)
      .replaceAll('PERSON', person);
    return { id: `REQ-${String(at + 1).padStart(3, '0')}`, title: `Requirement ${at + 1}`, description };
  });
}

interface Figures {
  readonly ms: number;
  readonly peakMb: number;
  readonly characters: number;
}

/** In a process of its own, so that nothing is remembered from another size. */
function draftInProcess(count: number): Promise<Figures> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), ['draft', String(count)]);
    child.once('message', (figures) => resolve(figures as Figures));
    child.once('error', reject);
  });
}

function draft(count: number): Figures {
  // The same kinds of sentences about other things: the code is warm, and no sentence is known yet.
  const others = requirementsOf(30).map((each) => ({
    ...each,
    description: each.description.replaceAll('garden', 'old'),
  }));
  for (const part of PARTS) draftPart(part, { brief: 'Another product.', requirements: others });
  const started = performance.now();
  const input = { brief: 'A product of many things.', requirements: requirementsOf(count) };
  const characters = PARTS.reduce((sum, part) => sum + draftPart(part, input).length, 0);
  const ms = performance.now() - started;
  return { ms, peakMb: process.resourceUsage().maxRSS / 1024, characters };
}

if (process.argv[2] === 'draft') process.send?.(draft(Number(process.argv[3])));
else {
  const perRequirement: number[] = [];
  for (const size of SIZES) {
    const runs: Figures[] = [];
    for (let run = 0; run < REPEATS; run++) runs.push(await draftInProcess(size));
    const [, middle = runs[0]] = runs.toSorted((a, b) => a.ms - b.ms);
    if (middle === undefined) throw new Error('No run came back.');
    perRequirement.push(middle.ms / size);
    const kilobytes = Math.round(middle.characters / 1024);
    process.stdout.write(
      `${size} requirements: ${middle.ms.toFixed(0)} ms, ${middle.peakMb.toFixed(0)} MB at most, ` +
        `${kilobytes} KB of design\n`,
    );
  }
  const [small = 1, large = 1] = perRequirement;
  const growth = large / small;
  process.stdout.write(`time for a requirement, 300 against 30: ${growth.toFixed(2)}x (at most ${GROWTH_MAX}x)\n`);
  process.exitCode = growth <= GROWTH_MAX ? 0 : 1;
}
