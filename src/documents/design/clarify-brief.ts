// What a brief leaves open that a design depends on, as questions. Nobody has to answer them.

export interface BriefQuestion {
  readonly id: string;
  readonly question: string;
  /** What is unclear, in a sentence. */
  readonly why: string;
}

const WORDS_ENOUGH = 60;

const ASKED: readonly (BriefQuestion & { readonly answered: RegExp })[] = [
  {
    id: 'scale',
    question: 'How many people use it, and how much do they do in a busy hour?',
    why: 'The brief names no numbers, and how it is built and stored depends on them.',
    answered:
      /\b\d[\d,.]{0,20}\s{0,3}(?:k|thousand|million|users?|members?|customers?|requests?|orders?|rows?|per|a|an)\b/i,
  },
  {
    id: 'access',
    question: 'Who may see and change what, and how do people sign in?',
    why: 'The brief does not say who may do what.',
    answered: /\b(?:sign[- ]?in|log[- ]?in|sso|oauth|roles?|permissions?|admins?|administrators?|authenticat\w+)\b/i,
  },
  {
    id: 'data',
    question: 'Which personal data is kept, and for how long?',
    why: 'The brief does not say what is kept about people.',
    answered:
      /\b(?:personal data|gdpr|retention|retain\w*|delete[sd]? after|privacy|anonymi[sz]ed?|for \d+ (?:days|years))\b/i,
  },
  {
    id: 'around',
    question: 'Which other systems does it talk to?',
    why: 'The brief names no other system.',
    answered: /\b(?:integrat\w+|api|webhooks?|imports?|exports?|third[- ]party|stripe|e-?mail|sms|calendar)\b/i,
  },
];

/** None for a long brief: whoever wrote it has thought of what matters. */
export function clarifyBrief(brief: string): readonly BriefQuestion[] {
  if (brief.split(/\s+/).length >= WORDS_ENOUGH) return [];
  return ASKED.filter(({ answered }) => !answered.test(brief)).map(({ id, question, why }) => ({ id, question, why }));
}
