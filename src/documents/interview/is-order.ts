// Orders to the interviewer: to show what is not theirs, to decide, or to be something else. Whoever says them, they
// are no part of what is to be built.

import { anyOf } from '../gaps/any-of.ts';
import { presentVerb } from '../words/verbs.ts';

/** What stands before an order: "Please", "Before we go on,". */
const LEAD = '^(?:(?:please|now|first|also|then|and|ok|okay|hey|just|so)[,:]? |[^.,]{3,40}, ){0,2}';
const GIVE =
  '(?:print|show|reveal|list|read|display|send|give|tell|output|dump|repeat|paste|copy|insert|include|disclose|' +
  'leak|expose|share|recite|summari[sz]e|translate|quote|open|cat|put|write|upload|post|forward|return|attach)';
const SECRETS =
  '(?:system (?:prompt|message)|your (?:prompt|instructions|rules|files|configuration|setup|guidelines|memory)|' +
  '(?:api|private|secret|access|ssh)[ -]?keys?|access tokens?|/etc/|passwd|credentials|secrets|' +
  'environment(?: variables)?|source code|(?:settings|config(?:uration)?) files?|hidden (?:text|instructions)|' +
  'files? (?:of|in|on) (?:this|the|your) (?:project|machine|server|computer|disk|folder)|project files|' +
  '(?:text|words|everything|what(?:ever)? (?:is|stands|comes)) (?:above|before) (?:this|my)|' +
  'id_rsa|\\.env\\b|\\.\\./|~/)';
const DOCUMENT = '(?:spec|specification|draft|document|interview|stories|review|approval)';
const DECIDE = '(?:approve|accept|sign|submit|release|finali[sz]e|pass|confirm)';
const BE = '(?:pretend|act as|act like|behave (?:as|like)|role-?play|imagine (?:that )?you|you play|play the)';

const ORDERS: readonly RegExp[] = [
  new RegExp(
    '\\b(?:ignore|disregard|forget|override|drop|overrule|set aside)\\b[^.]{0,40}' +
      '\\b(?:previous|prior|above|earlier|all|your|these|any|the|what|everything)\\b[^.]{0,30}' +
      '\\b(?:instructions?|instructed|rules?|prompts?|guidelines?|you were (?:told|given|taught|programmed))\\b',
    'i',
  ),
  new RegExp(`\\b${GIVE}\\b[^.]{0,60}${SECRETS}`, 'i'),
  /\byour (?:hidden |secret |own |internal |original |first ){0,2}(?:instructions|prompt|rules|guidelines)\b/i,
  /\byou (?:were|have been|are) (?:told|instructed|programmed|given|trained)\b/i,
  new RegExp(
    `\\b${DECIDE}\\b[^.]{0,40}\\b(?:yourself|for me|on (?:my|your|our) behalf|in (?:my|our) name|` +
      'without (?:(?:a |any )?review|asking)|right away without)\\b',
    'i',
  ),
  new RegExp(`\\b${DECIDE} (?:this|the|your|my) ${DOCUMENT}\\b`, 'i'),
  new RegExp(
    `\\b(?:mark|count|treat|consider|regard|declare|take|set|flag)\\b[^.]{0,30}\\b${DOCUMENT}\\b[^.]{0,20}` +
      '\\b(?:accepted|approved|signed|done|final|finished|complete|passed|reviewed)\\b',
    'i',
  ),
  /\b(?:skip|bypass|avoid|leave out|jump over)\b[^.]{0,20}\b(?:review|approval|checks?|interview|architect)\b/i,
  /\bmark (?:every|all|each)\b[^.]{0,30}\b(?:topics?|checklist|items?)\b|\bconfirm all assumptions\b/i,
  /\byou are (?:now|no longer)\b|\bdeveloper mode\b|\bjailbreak\b|\byour new (?:task|role|job|goal|name|purpose)\b/i,
  new RegExp(`${LEAD}${BE}\\b`, 'i'),
  /\bfrom (?:here|now) on,? you\b|\byou (?:now )?(?:only )?(?:answer|obey|listen|report) (?:only )?to me\b/i,
  new RegExp(`${LEAD}(?:run|execute|eval|call|start)\\b[^.]{0,30}(?:\`|\\b(?:command|shell|script|terminal)\\b)`, 'i'),
  /\b(?:send|post|forward|upload|mail|email|copy)\b[^.]{0,30}\b(?:this|the|our) (?:conversation|chat|transcript)\b/i,
  anyOf(
    /^(?:system|assistant|developer|admin(?:istrator)?|user)\s?:/i,
    /\bthe interview is (?:complete|over|done)\b|<\/?(?:system|instructions?)>/i,
  ),
];

/** Parts of the interview itself: nothing that is to be built is called so. */
const OWN_PARTS = anyOf(
  /\b(?:spec|specification|checklist|(?:this|the|our) (?:interview|conversation|talk|vision|architect))\b/i,
  /\b(?:the|your|an?|every|each|all|other|first|next|last) (?:requirements?|questions?|assumptions?)\b/i,
);
const FILE = anyOf(
  /(?:^|[\s"'`(])\.{0,2}\/?[\w-]{0,40}\.(?:env|json|ya?ml|toml|ini|pem|key|ts|js|sh|lock|sqlite|db)\b/i,
  /\b(?:director(?:y|ies)|folders?|working copy|file system)\b[^.]{0,30}\b(?:you|above|this one|here)\b/i,
);
const ASKED_OF_YOU = anyOf(
  /\b(?:what|which|how|who)\b[^.?]{0,30}\byour (?:\w+ )?(?:message|prompt|model|configuration|setup|text)\b/i,
  /\b(?:what|which|how|who)\b[^.?]{0,30}\byou started\b/i,
  /\b(?:prompt|instructions?|configuration)\b[^.?]{0,20}\byou\b/i,
  /\b(?:assume|take|adopt|become|switch to)\b[^.]{0,20}\bthe role\b/i,
  /\b(?:assume|take|adopt|become|switch to)\b[^.]{0,20}\ban? (?:\w+ )?(?:assistant|persona|console|shell)\b/i,
  /\b(?:words|text|lines|sentences) above\b|\bof your (?:configuration|setup|code|memory)\b/i,
);
/** "You may finish without the architect." */
const ALLOWED = new RegExp(
  "\\byou (?:can|may|must|should|need|no longer|do not|don['’]t)\\b[^.]{0,40}" +
    '\\b(?:approv\\w+|consent|permission|architect|review\\w*|sign\\w*)\\b',
  'i',
);

const FILE_ASKED = new RegExp(
  `\\b(?:see|need|want|get|have|know)\\b[^.]{0,30}\\b(?:the|contents? of|what is in) ?[^.\\s]{0,40}` +
    '\\.(?:env|json|ya?ml|toml|ini|pem|key)\\b',
  'i',
);

/** Told what to do, without somebody who does it. */
function isImperative(sentence: string): boolean {
  const [first = ''] = sentence.replace(POLITE, '').split(/[^\p{L}'-]/u);
  return presentVerb(first.toLowerCase()) !== null || /^(?:say|become|type|treat|output)$/i.test(first);
}
const POLITE = /^(?:(?:please|now|first|also|then|and|just|kindly|whatever [^,]{3,40})[,:]? ){1,3}/i;

export const isOrder = (sentence: string): boolean =>
  ORDERS.some((form) => form.test(sentence)) ||
  ASKED_OF_YOU.test(sentence) ||
  ALLOWED.test(sentence) ||
  FILE_ASKED.test(sentence) ||
  ((OWN_PARTS.test(sentence) || FILE.test(sentence)) && isImperative(sentence));
