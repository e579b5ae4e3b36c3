// Grammar as far as rules are sure of it: words written twice, a and an, clear cases of verb and subject, open
// quotation marks and brackets, sentences without a verb, capitals and spaces. What they do not find may be wrong.

import { type ProseSentence, readProse } from '../../documents/article/read-prose.ts';
import { wordCount } from '../../documents/article/word-count.ts';
import { longPattern } from '../../documents/lookup/long-pattern.ts';
import { sentenceEnds } from '../sentences.ts';
import { tagWords } from '../words/tag-words.ts';
import { type ArticleCheck, type ArticleFinding, asScore } from './finding.ts';
import { hasVerb, isBalanced } from './sentence-form.ts';
import { subjectOf } from './subject-of.ts';

/** A finding in each tenth sentence costs half of the score. */
const COST = 5;

type Rule = (text: string, sentence: ProseSentence, markdown: string) => string | null;

export function grammarOf(markdown: string): ArticleCheck {
  const { sentences } = readProse(markdown, { ends: sentenceEnds });
  const findings = sentences.flatMap((sentence): readonly ArticleFinding[] =>
    Object.entries(RULES).flatMap(([rule, find]) => {
      const message = find(sentence.text, sentence, markdown);
      return message === null
        ? []
        : [{ rule, sentence: sentence.text, start: sentence.start, end: sentence.end, message }];
    }),
  );
  if (sentences.length === 0) return { score: 0, findings };
  return { score: asScore(1 - (COST * findings.length) / sentences.length), findings };
}

const DOUBLE = /\b(\p{L}{2,})\s+\1\b/giu;
/** May stand twice: `that that is`, `had had`, place names. */
const MAY_DOUBLE = /^(?:that|had|bora|walla|baden|pago|very|ha|bye|so|no)$/i;
/** Begin with a vowel that is spoken as a consonant. */
const AS_CONSONANT = /^(?:uni(?!n|m)|use|usual|usag|uti|eu|ewe|one|once|ubi|uran|uter|utop|u-|ufo)/i;
const A_VOWEL = /\ba ([aeiou]\w+)/g;
const AN_CONSONANT = /\ban ([bcdgjkpqtvwz]\w+|(?:uni(?!n|m)|use|usual|euro|one\b|once)\w*)/g;
const SINGULAR = /^(?:is|was|has|does)$/;
const PLURAL = /^(?:are|were|have|do)$/;
const COLLECTIVE = longPattern(`^(?:team|staff|group|number|majority|couple|variety|range|family|police|people|data
  |media|series|species|half|rest|lot|percent|third|committee|government|public|crew|pair
  |set|means|news|economics|physics|mathematics|politics|statistics|athletics|genetics
  |ethics|electronics|logistics|robotics|diabetes|measles)$`);

const RULES: Readonly<Record<string, Rule>> = {
  'double-word': (text) => {
    const found = [...text.matchAll(DOUBLE)].find(([, word = '']) => !MAY_DOUBLE.test(word));
    return found === undefined ? null : `"${found[0]}": the word stands twice.`;
  },
  article: (text) => {
    const an = [...text.matchAll(A_VOWEL)].find(([, word = '']) => !AS_CONSONANT.test(word));
    if (an !== undefined) return `"${an[0]}": before this sound it is "an".`;
    const a = [...text.matchAll(AN_CONSONANT)][0];
    return a === undefined ? null : `"${a[0]}": before this sound it is "a".`;
  },
  agreement,
  balance: (text) =>
    isBalanced(text) ? null : 'A quotation mark or a bracket is opened and not closed, or the reverse.',
  verb: (text, { block }) => {
    const isLong = wordCount(text) >= (block === 'item' ? 12 : 4);
    return isLong && !hasVerb(text) && !/[:?!]$/.test(text) ? 'This has no verb that could carry a sentence.' : null;
  },
  capital: (text, { block }) => {
    const isWord = /^\p{Ll}[\p{Ll}'’-]{1,30}(?=[\s,.;:]|$)/u.test(text);
    return isWord && block !== 'item' ? 'The sentence begins with a small letter.' : null;
  },
  stop: (text, { block }) =>
    block !== 'item' && wordCount(text) >= 4 && !/[.!?:…]["”’')]{0,2}$/.test(text)
      ? 'The sentence has no full stop.'
      : null,
  spacing: (_text, { start, end }, markdown) => {
    const raw = markdown
      .slice(start, end)
      .replace(/\[[^\]]{0,80}\](?:\([^)]{0,300}\))?/g, '')
      .replace(/\n/g, ' ');
    if (/\p{L} +[,;:.](?=\s|$)(?!\.\.)/u.test(raw.replace(/ (?=[.,;:!?]*$)/, '')))
      return 'A space stands before a mark.';
    if (/\p{L}{2}[,;](?=\p{L}{2})/u.test(raw)) return 'A space is missing after a mark.';
    return /[,;]{2}|(?<!\.)\.\.(?!\.)/.test(raw) ? 'A mark stands twice.' : null;
  },
};

/** Makes the number of a subject doubtful. */
const DOUBTFUL = /\b(?:and|or|nor|of|that|which|who|with|for|in|on|from|per)\b|,/i;
const PLURAL_NOUN =
  /s$|^(?:men|women|children|mice|feet|teeth|geese|bacteria|criteria|phenomena|fish|sheep|deer|aircraft)$/;

/** Only where subject and verb stand side by side and nothing makes the number doubtful. */
function agreement(text: string): string | null {
  const subject = subjectOf(text);
  if (subject === null || COLLECTIVE.test(subject.head) || DOUBTFUL.test(subject.text)) return null;
  const words = tagWords(subject.text);
  if (words.at(-1)?.kind !== 'noun' || !/^(?:the|a|an)$/i.test(words[0]?.text ?? '')) return null;
  const verb = /^\s*(\p{L}+)/u.exec(text.slice(subject.end))?.[1] ?? '';
  if (/[^siu]s$/.test(subject.head) && SINGULAR.test(verb))
    return `"${subject.text} ${verb}": the subject is plural, the verb is singular.`;
  if (!PLURAL_NOUN.test(subject.head) && PLURAL.test(verb))
    return `"${subject.text} ${verb}": the subject is singular, the verb is plural.`;
  return null;
}
