// How a research run is started: a topic, what the article is to be like, and what it may cost.

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { StartForm, StartInput, StartOption, StartSubject } from '../../ports/system.ts';
import { CORPUS, namedFolder, REVIEW_PLAN } from '../features/start-parts.ts';
import { BRIEF_DEFAULTS } from './brief.ts';

export const start: StartForm = {
  subject: {
    ...{ name: 'topic', noun: 'a topic', placeholder: 'a question or a subject' },
    help: 'what the article is about; asked for at a terminal when left out',
    question: 'What is the article about?',
  },
  options: [
    CORPUS,
    number('budget', '<dollars>', 'what it may cost, 0.50 to 50 dollars; 5 when left out'),
    number('length', '<words>', 'how long the article is, 500 to 10000 words; 2000 when left out'),
    oneOf('tone', 'casual, professional (the default) or academic', ['casual', 'professional', 'academic']),
    oneOf('depth', 'of the research: light, standard (the default) or deep', ['light', 'standard', 'deep']),
    number('min-sources', '<number>', 'how many sources it needs at least; 10 when left out'),
    number('min-quality', '<score>', 'the score from 0 to 1 that it must reach; 0.80 when left out'),
    {
      ...{ name: 'time', kind: 'text', placeholder: '<duration>' },
      help: 'how long it may take, 60s to 2h, such as 20m; 90m when left out',
      read: async (text) => readDuration(text),
    },
    oneOf('type', 'blog_post, article (the default) or research_report', ['blog_post', 'article', 'research_report']),
    { ...{ name: 'audience', kind: 'text', placeholder: '<text>' }, help: 'who reads it' },
    list('keyword', '<word>', 'a word that the article must use; may be given several times'),
    list('exclude', '<topic>', 'what it must not be about; may be given several times'),
    list('section', '<heading>', 'a section that it must have; may be given several times'),
    {
      ...list(
        'prefer',
        '<kind>',
        'sources to prefer: web, academic, news, social or local; may be given several times',
      ),
      read: async (text) => oneOfWords('prefer', text, ['web', 'academic', 'news', 'social', 'local']),
    },
    REVIEW_PLAN,
    {
      ...{ name: 'brief', kind: 'file', noun: 'a brief', placeholder: '<file>' },
      help: 'a JSON file with the fields of a brief: topic, target_length and so on; other options override it',
      read: async (text, { path, subject }) => readBrief(text, path, subject),
    },
  ],
  input: inputOf,
  check: async (given) => (await import('./check-options.ts')).checkOptions(given),
  reasonText: optionReason,
  clarify: async (topic, given = {}) => questionsOn(topic, given),
  estimate: async (input, isByRules) => (await import('./show-estimate.ts')).estimateLines(input, isByRules),
  folders: (input) => namedFolder(isJsonObject(input) ? input.corpus : undefined),
  about: aboutOf,
};

function number(name: string, placeholder: string, help: string): StartOption {
  return {
    ...{ name, kind: 'text', placeholder, help },
    async read(text) {
      const value = Number(text.trim().replace(/^\$/, ''));
      return text.trim() !== '' && Number.isFinite(value)
        ? { value }
        : `Expected --${name} as a number, found "${text}".`;
    },
  };
}

function oneOf(name: string, help: string, words: readonly string[]): StartOption {
  return {
    ...{ name, kind: 'text', placeholder: '<word>', help },
    read: async (text) => oneOfWords(name, text, words),
  };
}

function oneOfWords(name: string, text: string, words: readonly string[]): { value: Json } | string {
  const value = text.trim().toLowerCase().replaceAll(/[- ]/g, '_');
  return words.includes(value) ? { value } : `Expected --${name} as ${words.join(' or ')}, found "${text}".`;
}

function list(name: string, placeholder: string, help: string): StartOption {
  return { ...{ name, kind: 'text', placeholder, help }, isList: true };
}

const UNITS: { readonly [unit: string]: number } = { s: 1, m: 60, h: 3600 };

/** As durations are written in diagrams: seconds, or `90s`, `20m`, `1h30m`. */
function readDuration(text: string): { value: Json } | string {
  const given = text.trim();
  if (/^\d{1,6}$/.test(given)) return { value: Number(given) };
  const parts = [...given.matchAll(/(\d{1,6})([smh])/g)];
  const isWhole = parts.length > 0 && parts.map(([part]) => part).join('') === given;
  if (!isWhole) return `Expected --time as a duration such as 90s, 20m or 1h30m, found "${text}".`;
  return { value: parts.reduce((sum, [, count, unit = 's']) => sum + Number(count) * (UNITS[unit] ?? 1), 0) };
}

function readBrief(text: string, path: string, subject: string | undefined) {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (thrown) {
    return `Expected a brief as JSON in ${path}, found: ${thrown instanceof Error ? thrown.message : String(thrown)}.`;
  }
  if (!isJsonObject(given as Json)) return `Expected a brief as a JSON object in ${path}, found something else.`;
  const brief = given as JsonObject;
  const unknown = Object.keys(brief).filter((name) => name !== 'topic' && !Object.hasOwn(BRIEF_DEFAULTS, name));
  const topic = typeof brief.topic === 'string' ? brief.topic.trim() : '';
  const problems = [
    ...(unknown.length > 0 ? [`Expected the fields of a brief in ${path}, found ${unknown.join(', ')} besides.`] : []),
    ...(topic === '' && subject === undefined ? [`Expected a topic in ${path} or as the argument, found none.`] : []),
  ];
  return { value: brief, problems, ...(subject === undefined && { subject: topic }) };
}

/** Options by the field of the brief that they are. */
const FIELDS: { readonly [option: string]: string } = {
  ...{ budget: 'max_budget', length: 'target_length', tone: 'tone', depth: 'research_depth', time: 'max_time' },
  ...{ 'min-sources': 'min_sources', 'min-quality': 'min_quality_score', type: 'content_type' },
  ...{ audience: 'target_audience', keyword: 'include_keywords', exclude: 'exclude_topics' },
  ...{ section: 'specific_sections', prefer: 'preferred_sources' },
};

/** `--length (target_length) must be ...`. */
export function optionReason(reason: string): string {
  for (const [option, field] of Object.entries(FIELDS)) {
    const named = option === field ? `--${option}` : `--${option} (${field})`;
    if (reason.startsWith(`${field} `)) return named + reason.slice(field.length);
    const entry = `an entry of ${field} `;
    if (reason.startsWith(entry)) return `an entry of ${named} ${reason.slice(entry.length)}`;
    if (reason.endsWith(` (${field})`)) return `${reason.slice(0, -field.length - 2)}(--${option})`;
  }
  return reason;
}

export function inputOf({ subject, project, options, clarifications }: StartInput): Json {
  const own = Object.fromEntries(
    Object.entries(FIELDS).flatMap(([option, field]) => {
      const value = options[option];
      return value === undefined ? [] : [[field, value]];
    }),
  );
  const answered = new Map(clarifications.map(({ id, answer }) => [id, answer]));
  const [audience, sections] = [answered.get('audience'), answered.get('sections')];
  const asked = clarifications.filter(({ id }) => id !== 'audience' && id !== 'sections');
  return {
    project_path: project,
    brief: {
      ...(isJsonObject(options.brief) && options.brief),
      ...(audience !== undefined && { target_audience: audience }),
      ...(sections !== undefined && { specific_sections: listed(sections) }),
      ...own,
      topic: withoutTags(subject),
    },
    ...(options.corpus !== undefined && { corpus: options.corpus }),
    ...(options['review-plan'] === true && { review_plan: true }),
    ...(asked.length > 0 && { clarifications: asked.map(({ question, answer }) => ({ question, answer })) }),
  };
}

const TAG =
  /<\/?(?:a|b|br|code|div|em|h[1-6]|i|li|ol|p|s|script|small|span|strong|style|sub|sup|u|ul)(?:\s[^<>]{0,200})?\/?>/gi;

/** A topic that was copied from a page: its marks are no words of the title. */
const withoutTags = (text: string): string => text.replace(TAG, '').trim() || text;

const listed = (text: string): readonly string[] =>
  text
    .split(/[,;\n]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');

const FEW_WORDS = 6;

/** A topic of a few words may be meant in several ways; what was given is not asked for again. */
function questionsOn(topic: string, given: { readonly [option: string]: Json }) {
  const words = topic.split(/\s+/).filter((word) => word !== '').length;
  if (given.brief !== undefined || words > FEW_WORDS) return [];
  const why = `"${topic}" leaves open what the article is to say.`;
  return [
    { id: 'question', question: 'What should a reader know after it?', why },
    ...(given.audience === undefined ? [{ id: 'audience', question: 'Who reads it?', why }] : []),
    ...(given.section === undefined
      ? [{ id: 'sections', question: 'Which sections must it have, with commas between them?', why }]
      : []),
  ];
}

function aboutOf(input: Json, { folder }: JsonObject): StartSubject | null {
  const { project_path, brief } = isJsonObject(input) ? input : {};
  if (typeof project_path !== 'string') return null;
  const { topic } = isJsonObject(brief) ? brief : {};
  return {
    project: project_path,
    subject: typeof topic === 'string' ? topic : '',
    document: typeof folder === 'string' && folder !== '' ? folder : null,
  };
}
