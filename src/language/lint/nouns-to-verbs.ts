// Puts the nouns of actions into verbs: `support the export of reports` is `export reports`.

import { verbOfNoun } from '../words/stem-of.ts';

const NOUN = '(?:an? |the )?([a-z-]{3,30})';
const THING = '(?!.{0,80} of .{0,80} of )(.{1,160}?)';
const AGENT = '(?: by ((?:an? |the |its |their |each |every |any |all )?(?:[a-z-]+ ){0,2}[a-z-]+))?';
const PERMITTING = /^(?:allow|permit|enable)/i;

/** `Cancellation of a shift by the coordinator shall be possible`. */
const SUBJECT = new RegExp(
  `^${NOUN} of ${THING}${AGENT} (?:(?:shall|must|should|will) be|is|are|can be) ` +
    '(?:possible|supported|allowed|permitted|enabled|offered|provided)(?: for (.{1,80}?))?' +
    '(?=$| (?:when|if|while|until|within|for|on|in)\\b)',
  'i',
);
/** `Restoring a page shall be possible for the editor`. */
const DOING =
  /^([a-z-]{3,30}ing) (.{1,160}?) (?:(?:shall|must|should|will) be|is) (?:possible|allowed|permitted) for (.{1,80})$/i;
/** `support the export of reports`, `allow the removal of a device by its owner`. */
const OBJECT = new RegExp(
  `\\b(support|offer|provide|allow|permit|enable|perform|carry out|conduct|execute|do|make)(s|es)? ${NOUN} of ` +
    `${THING}${AGENT}$`,
  'i',
);
/** `support exporting reports`. */
const GERUND =
  /\b(support|offer|provide|allow|permit|enable)(s?) (?:the )?([a-z-]{3,30}ing) (?!(?:by|with|via|in|on|at)\b)(?=\w)/i;
/** `perform a search`, `make a change to the plan`. */
const DONE = /\b(?:perform|carry out|conduct|execute|make|do)(s|es)? (?:an? |the )([a-z-]{3,30})( of| to)?(?=$| \w)/i;

export function nounsToVerbs(text: string): string {
  return gerundOf(doneOf(objectOf(doingOf(subjectOf(text)))));
}

function subjectOf(text: string): string {
  return text.replace(SUBJECT, (all, noun: string, thing: string, agent?: string, other?: string) => {
    const verb = verbOfNoun(noun);
    if (verb === null) return all;
    const who = agent ?? other;
    return who === undefined ? `It shall be possible to ${verb} ${thing}` : `${whose(who, thing)} can ${verb} ${thing}`;
  });
}

function doingOf(text: string): string {
  return text.replace(DOING, (all, gerund: string, thing: string, who: string) => {
    const verb = verbOfNoun(gerund);
    return verb === null ? all : `${who} can ${verb} ${thing}`;
  });
}

function objectOf(text: string): string {
  return text.replace(OBJECT, (all, support: string, third: string | undefined, noun: string, thing: string, agent) => {
    const verb = verbOfNoun(noun);
    if (verb === null || /\bcan (?:not )?$/i.test(text.slice(0, text.length - all.length))) return all;
    const end = third === undefined ? '' : 's';
    if (agent !== undefined) return `let${end} ${whose(String(agent), thing)} ${verb} ${thing}`;
    return PERMITTING.test(support) ? `let${end} the user ${verb} ${thing}` : `${verb}${end} ${thing}`;
  });
}

/** `of a device by its owner`: by the owner of the device. */
const whose = (agent: string, thing: string): string =>
  /^(?:its|their) /i.test(agent) ? `the ${agent.replace(/^\w+ /, '')} of ${thing}` : agent;

function doneOf(text: string): string {
  return text.replace(DONE, (all, third: string | undefined, noun: string, link?: string) => {
    const verb = verbOfNoun(noun);
    if (verb === null || (link === ' to' && verb !== 'change')) return all;
    return `${verb}${third === undefined ? '' : 's'}`;
  });
}

function gerundOf(text: string): string {
  return text.replace(GERUND, (all, support: string, third: string, noun: string) => {
    const verb = verbOfNoun(noun);
    if (verb === null) return all;
    return PERMITTING.test(support) ? `let${third} the user ${verb} ` : `${verb}${third} `;
  });
}
