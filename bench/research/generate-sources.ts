// Sources of a given size for the speed benchmark: sentences in the manner of the topics of bench/labelled, by lot.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TOPICS = fileURLToPath(new URL('../labelled/research/topics/', import.meta.url));
const HEADINGS = ['Costs', 'Results', 'Background', 'What people say', 'Figures', 'Outlook', 'Limits', 'Experience'];

export interface SourceMaker {
  /** Markdown with front matter, of about so many bytes; the same number gives the same text. */
  make(number: number, bytes: number): string;
}

/** Each sentence follows the pairs of words of the topics; figures are drawn anew, so that no two texts are alike. */
export function openSourceMaker(topic: string): SourceMaker {
  const words = wordsOf(topic);
  const followers = new Map<string, string[]>();
  words.forEach((word, at) => {
    const key = `${words[at - 2] ?? '.'} ${words[at - 1] ?? '.'}`;
    followers.set(key, [...(followers.get(key) ?? []), word]);
  });
  const starts = words.flatMap((word, at) => {
    const next = words[at + 1];
    return /[.?!]$/.test(words[at - 1] ?? '.') && /^\p{Lu}/u.test(word) && next !== undefined ? [[word, next]] : [];
  });

  const sentence = (random: () => number): string => {
    const chosen = [...(starts[Math.floor(random() * starts.length)] ?? ['It', 'is'])];
    while (chosen.length < 40 && !/[.?!]$/.test(chosen.at(-1) ?? '.')) {
      const next = followers.get(`${chosen.at(-2)} ${chosen.at(-1)}`) ?? ['end.'];
      chosen.push(next[Math.floor(random() * next.length)] ?? 'end.');
    }
    const text = chosen.join(' ').replace(/\d+/g, (digits) => otherFigure(digits, random));
    return /[.?!]$/.test(text) ? text : `${text}.`;
  };

  return {
    make(number, bytes) {
      const random = randomOf(number + 1);
      const year = 2010 + Math.floor(random() * 15);
      const front = `---\ntype: web\ndate: ${year}-0${1 + Math.floor(random() * 9)}-11\n`;
      const parts = [`${front}title: Report ${number} on ${topic}\n---\n\n# Report ${number} on ${topic}`];
      for (let size = 0; size < bytes; size += parts.at(-1)?.length ?? 0) {
        const heading = `## ${HEADINGS[Math.floor(random() * HEADINGS.length)]}\n\n`;
        const sentences = Array.from({ length: 3 + Math.floor(random() * 4) }, () => sentence(random));
        parts.push(`${parts.length % 5 === 1 ? heading : ''}${sentences.join(' ')}`);
      }
      return `${parts.join('\n\n')}\n`;
    },
  };
}

/** The topic's own sources three times, so that most of what is made speaks of it. */
function wordsOf(topic: string): readonly string[] {
  const folders = readdirSync(TOPICS).sort();
  const isOwn = (name: string): boolean =>
    (JSON.parse(readFileSync(join(TOPICS, name, 'topic.json'), 'utf8')) as { topic: string }).topic === topic;
  return folders
    .flatMap((name) => (isOwn(name) ? [name, name, name] : [name]))
    .flatMap((name) => readdirSync(join(TOPICS, name)).map((file) => join(TOPICS, name, file)))
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '');
      const prose = text.split('\n').filter((line) => /^\p{L}/u.test(line));
      return prose.flatMap((line) => line.replace(/["*_()]/g, '').split(/\s+/));
    });
}

function otherFigure(digits: string, random: () => number): string {
  const isYear = /^(?:19|20)\d\d$/.test(digits);
  if (isYear) return String(2005 + Math.floor(random() * 20));
  return String(Math.floor(10 ** (digits.length - 1) * (1 + random() * 9)));
}

/** Equal seeds give equal numbers, from 0 to 1. */
function randomOf(seed: number): () => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
