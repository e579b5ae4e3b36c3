// Puts different ways to ask for the same into one: `Please let the driver skip` and `The driver can skip`.

import { joinSignIn } from '../words/spelling.ts';
import { nounsToVerbs } from './nouns-to-verbs.ts';

type Frame = readonly [form: RegExp, by: string];

const MEANS = '(?:option|ability|possibility|opportunity|right|chance|means|way|choice|permission|freedom)';
const DUTY = "(?:shall|must|should|will|would|needs? to|ha(?:s|ve) to|ought to|['’]d)";
const LEAVE = '(?:able|allowed|permitted|entitled|authori[sz]ed|free|in a position|empowered)';
const KIND = '(?:nice|great|good|helpful|useful|handy|lovely|ideal|best|better|wonderful|convenient|important)';
const WANTED =
  "(?:(?:would|['’]d) (?:like|love|prefer|appreciate it if)|want|need|wish|expect|hope for|ask for|require)";
const SPAN =
  '(?:second|minute|hour|day|week|month|quarter|year|night|morning|evening|monday|tuesday|wednesday' +
  '|thursday|friday|saturday|sunday)';

/** Marks of lists and of emphasis say nothing. */
const MARKS: readonly Frame[] = [
  [/^\s*(?:[-*+]|\d+[.)])\s+/, ''],
  [/[*_`]+(?=\S)|(?<=\S)[*_`]+/g, ''],
];

/** Questions and goal clauses: who asks, and how politely, is no part of what is asked. */
const WANT_FRAMES: readonly Frame[] = [
  [/^(?:could|can|would|will) (?:you|we)(?: please| kindly)? (.{1,400}?)\??$/i, 'Please $1'],
  [/^(?:would|could|can|is) it be possible to (?=(?:let|allow|enable) )/i, 'Please '],
  [
    /^(?:would|could|can|is) it be (?:made )?possible (for .{1,80}? )?to (.{1,400}?)\??$/i,
    'It shall be possible $1to $2',
  ],
  [
    new RegExp(
      `^it(?: would|['’]d| is| will) (?:be )?(?:\\w+ly |very |really )?${KIND} (?:for (.{1,80}?) to (?:be able to )?|` +
        `(?:if|when) (.{1,80}?) (?:could|can|(?:was|were|is|are|would be) able to) )(.{1,400}?)$`,
      'i',
    ),
    '$1$2 can $3',
  ],
  [/^(?:please )?(?:make sure|ensure|see to it|take care)(?: that)? (?=\w+ \w)/i, ''],
  [/^(?:please |kindly )+(?=(?:make|let|allow|enable|permit|give|add|provide|offer)\b)/i, 'Please '],
  [
    new RegExp(
      `^please (?:make it possible|(?:add|provide|offer|create) (?:an?|the) ${MEANS}) for (.{1,80}?) to `,
      'i',
    ),
    '$1 can ',
  ],
  [new RegExp(`^please give (.{1,80}?) (?:an?|the) ${MEANS} to `, 'i'), '$1 can '],
  [new RegExp(`^(?:we|i)(?: also)?(?= |['’]) ?${WANTED} (.{1,80}?) to be able to `, 'i'), '$1 can '],
  [new RegExp(`^(?:we|i)(?= |['’]) ?${WANTED} ((?:the|an?|each|every|all) .{1,60}?) to `, 'i'), '$1 shall '],
  [/^(?:i|we) (?:want|need|would like|wish|['’]d like) to (.{1,300}) as an? ([\w -]{1,60}?)\.?$/i, 'The $2 can $1'],
  [/^(?:in my role )?as (an?|the) ([^,]{1,80}), it (?:is|would be) (?:\w+ )?\w+ (?:for me )?to /i, '$1 $2 can '],
  [/^((?:(?:an?|the) )?[\w -]{1,60}?) (?:wants?|wish|wishes|would like) to (?:be able to )?/i, '$1 can '],
];

/** Leave and its contrary. */
const LEAVES: readonly Frame[] = [
  [
    new RegExp(
      `^(?:it|there) ${DUTY} (?:not be (?:possible|allowed|permitted)|be (?:impossible|no ${MEANS})` +
        '|be (?:forbidden|prohibited)) for (.{1,80}?) to ',
      'i',
    ),
    '$1 must not ',
  ],
  [/^it is (?:not (?:possible|allowed|permitted)|impossible|forbidden) for (.{1,80}?) to /i, '$1 must not '],
  [
    /^it (?:(?:shall|must|should|will|has to|needs to) be|is) (?:possible|allowed|permitted) for (.{1,80}?) to /i,
    '$1 can ',
  ],
  [new RegExp(`^there (?:${DUTY} be|is) (?:an?|the) ${MEANS} for (.{1,80}?) to `, 'i'), '$1 can '],
  [new RegExp(` (?:${DUTY} not be|(?:is|are) not|(?:is|are)n['’]t) ${LEAVE} to `, 'i'), ' must not '],
  [new RegExp(` (?:${DUTY} be|is|are) (?:unable|forbidden) to `, 'i'), ' must not '],
  [new RegExp(` (?:${DUTY} be|is|are) (?:prohibited|barred|prevented) from `, 'i'), ' must not '],
  [new RegExp(` (?:${DUTY} be|is|are) ${LEAVE} to `, 'i'), ' can '],
  [
    new RegExp(
      ` (?:${DUTY} (?:have|get|be given|be offered)|has|have|gets?|(?:is|are) (?:given|offered)) (?:an?|the) ` +
        `${MEANS} (?:to|of) `,
      'i',
    ),
    ' can ',
  ],
  [new RegExp(`\\b(?:give|offer|provide|grant)(s?) (.{1,60}?)(?: with)? (?:an?|the) ${MEANS} to `, 'i'), 'let$1 $2 '],
  [/\bmake(s?) it possible for (.{1,60}?) to /i, 'let$1 $2 '],
  [/^please (?:let|allow|enable|permit) /i, 'The system shall let '],
];

/** Numbers, bounds, times and conditions in one wording each. */
const WORDINGS: readonly Frame[] = [
  [/\b(?:nobody|no one|none) (?:but|except|other than)\b/gi, 'only'],
  [/\bby ((?:[\w-]+ ){0,3}[\w-]+) only$/i, 'by only $1'],
  [/\b(?:somebody|someone)\b/gi, 'a person'],
  [/\bhow many ([\w-]{1,40}) (?:are|is|were) ([\w-]{1,40})/gi, 'the number of $2 $1'],
  [/\b(?:goes|go) back\b/gi, 'return'],
  [/\b(?:goes|go) off\b/gi, 'sound'],
  [/\b(?:a maximum of|no more than|not more than|up to|maximally|as many as)\b/gi, 'at most'],
  [/\b(?:a minimum of|no fewer than|no less than|not less than|minimally)\b/gi, 'at least'],
  [/\bin (?=(?:under|less than|at most) )/gi, ''],
  [/ (?:at a time|at once|at the same time|at any time)\b/gi, ''],
  [/\btwice\b/gi, 'two times'],
  [/\bhalf an hour\b/gi, '30 minutes'],
  [/\ba quarter of an hour\b/gi, '15 minutes'],
  [/\ba fortnight\b/gi, '14 days'],
  [/\ba dozen\b/gi, '12'],
  [new RegExp(`\\b(within|after|for|before|by) an? (?=${SPAN}\\b)`, 'gi'), '$1 1 '],
  [new RegExp(`\\b(?:once (?:an?|per|every|each)|each|per) (?=${SPAN}\\b)`, 'gi'), 'every '],
  [new RegExp(`\\bon (?=${SPAN}s\\b)`, 'gi'), 'every '],
  [
    /\b(?:on a )?(hour|week|month|year)ly(?: basis)?\b(?! \w+s?\b(?<!ly (?:when|if|and|to|at|on|in|for|by)))/gi,
    'every $1',
  ],
  [/\b(?:on a )?daily(?: basis)?$/gi, 'every day'],
  [/\bas soon as\b|\bwhenever\b|\bevery time\b|\beach time\b|\bin case(?! of\b)|\bin the event that\b/gi, 'when'],
  [/\b(?:in case|in the event) of\b/gi, 'when'],
  [/\b(?:falls|drops|sinks|goes|is|gets) (?:below|under|(?:less|lower|fewer) than)\b/gi, 'is below'],
  [/\b(?:rises|climbs|goes|is|gets) (?:above|over|(?:more|higher|greater) than)\b|\bexceeds\b/gi, 'is above'],
  [/\b(?:whilst|as long as|for as long as)\b/gi, 'while'],
  [/\bprior to\b/gi, 'before'],
  [/\b(?:by means of|with the (?:help|aid) of|making use of)\b/gi, 'using'],
  [/\b(?:regarding|concerning|with regard to)\b/gi, 'about'],
  [
    new RegExp(
      `^((?:every|within|after|before|on|at) (?:\\d+ |[a-z]+ )?${SPAN}s?)(?= (?!of\\b|that\\b|when\\b|after\\b)[a-z])`,
      'i',
    ),
    '$1,',
  ],
];

/** Verbs of two words, and the one word for each. */
const VERBS: readonly Frame[] = [
  [/\bback((?:s|ed|ing)?) up\b/gi, 'backup$1'],
  [/\b(?:look|search)((?:e?s|ed|ing)?) for\b/gi, 'search$1'],
  [/\blook((?:s|ed|ing)?) at\b/gi, 'view$1'],
  [/\blook((?:s|ed|ing)?) up\b/gi, 'search$1'],
  [/\bask((?:s|ed|ing)?) for\b/gi, 'request$1'],
  [/\b(?:send|sent) out\b/gi, 'send'],
  [/\bprint((?:s|ed|ing)?) out\b/gi, 'print$1'],
  [/\bcall((?:s|ed|ing)?) off\b/gi, 'cancel$1'],
  [/\bpass((?:es|ed|ing)?) on\b/gi, 'forward$1'],
  [/\bgives? back\b/gi, 'return'],
  [/\bget(?:s|ting)? rid of\b/gi, 'remove'],
  [/\b(?:hand|handed|hands) in\b/gi, 'submit'],
  [/\b(?:fill|filled|fills) (?:in|out)\b/gi, 'complete'],
  [/\btyp(?:e|es|ed) in\b/gi, 'enter'],
  [/\b(?:switch|turn)((?:es|s|ed|ing)?) on\b/gi, 'activate'],
  [/\b(?:switch|turn)((?:es|s|ed|ing)?) off\b/gi, 'deactivate'],
];

const FRAMES: readonly Frame[] = [...MARKS, ...WORDINGS, ...WANT_FRAMES, ...LEAVES, ...VERBS];

/** Once: `the driver to be able to skip` after `let` is `the driver skip`. */
const ABLE = /(?<=\blet .{1,80}) to(?: be able to)? /i;

export function plainFrames(text: string): string {
  const start = joinSignIn(text.slice(0, 2000))
    .trim()
    .replace(/(?<![.?!\s])[.?!]+$/, '');
  const framed = nounsToVerbs(FRAMES.reduce((now, [form, by]) => now.replace(form, by), start));
  return /^The system shall let /.test(framed) ? framed.replace(ABLE, ' ') : framed;
}
