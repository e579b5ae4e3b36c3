// What a gate shows a person, as data: every face draws the same review and gives back the same decision. Types only;
// a review is JSON, so that it can be sent to a page.

import type { Json, JsonObject } from '../json.ts';
import type { Attachment } from './action.ts';

/** What every review says of the task it belongs to. */
export interface ReviewHead {
  readonly run: string;
  readonly task: number;
  readonly step: string;
  /** Which time the step is entered, from 1. */
  readonly round: number;
  /** The hash of what is shown. An answer carries it, and counts for nothing else; null: the step asks for none. */
  readonly shown: string | null;
}

export type Review = ReviewHead & ReviewBody;

/** What a system says of its gate. */
export type ReviewBody = DocumentReview | ItemsReview | ChoiceReview | ConversationReview | FormReview;

interface AnyReview {
  /** What is decided on: `Feature brief`, `Requirements to review`. */
  readonly title: string;
  /** What must be seen before anything is decided, such as edits by hand. */
  readonly notices: readonly string[];
}

/** A text to be approved, changed or written again. */
export interface DocumentReview extends AnyReview {
  readonly kind: 'document';
  readonly text: string;
  /** The version that was looked at last; null in the first round. */
  readonly before: string | null;
  /** What the file is called, and where it is or will be in the project. */
  readonly file: string;
  readonly path: string;
  /** false: the file is made when the document is approved. */
  readonly isWritten: boolean;
  /** Sections that no review of this document changes, with the reason. */
  readonly fixed: readonly { readonly section: string; readonly why: string }[];
  /** Sections that may be named for a change; null: all that are not fixed. */
  readonly sections: readonly string[] | null;
  /** Headings of the first rank, and what its sections are named by: under `HLD`, "Security" is `HLD: Security`. What
   *  stands before a part's first section is named by the heading. Left out: headings of the second rank name all. */
  readonly parts?: readonly { readonly heading: string; readonly name: string }[];
  /** What its writer asks the person; answers to them ask for the next version. Left out: nothing. */
  readonly questions?: readonly string[];
  /** What a review before this one found, each in full; left out: there was none. */
  readonly issues?: readonly string[];
  /** What speaks against approving it; asked about once more. */
  readonly doubts: readonly string[];
  /** What it takes for granted; approving it confirms them. */
  readonly assumptions: readonly string[];
  /** The file's own text where someone has edited it by hand: this version cannot be approved then. */
  readonly edited: string | null;
  /** Whether starting over may be asked for. */
  readonly canStartOver: boolean;
  /** true: it is changed by editing it alone, and words on it are not taken; left out: false. */
  readonly isEditedOnly?: boolean;
  /** What the two verdicts are called here, and what comes of them; left out: approve, request changes. */
  readonly words?: { readonly approve: VerdictWord; readonly change: VerdictWord };
}

export interface VerdictWord {
  /** On a key or a button: `submit`. */
  readonly label: string;
  readonly help: string;
}

/** Proposals, each with a verdict of its own. */
export interface ItemsReview extends AnyReview {
  readonly kind: 'items';
  /** What one is called, and several: `requirement`, `requirements`. */
  readonly noun: readonly [string, string];
  readonly items: readonly ReviewItem[];
  readonly verdicts: readonly ItemVerdictKind[];
  /** What a person may rewrite in an item. The last one is the long one, its text; the first of several its title. */
  readonly fields: readonly ItemField[];
  /** Where there are no items: what is said, and what comes of going on. */
  readonly none?: { readonly said: string; readonly next: string };
  /** Proposals that another one says already: they were taken out beforehand. */
  readonly leftOut: readonly { readonly id: string; readonly title: string; readonly why: string }[];
}

export interface ReviewItem {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** `high`, `Security`: shown beside the title. */
  readonly facts: readonly string[];
  /** The fields' values. */
  readonly values: { readonly [field: string]: string };
  readonly findings: readonly ItemFinding[];
  /** Others that are nearly the same: both are shown. */
  readonly alike: readonly AlikeItem[];
}

export interface ItemFinding {
  readonly rule: string;
  /** The words it is about; '' for all of it. */
  readonly found: string;
  readonly message: string;
  /** A better text for the field; '' where there is none. What is open in it stands in angle brackets. */
  readonly suggestion: string;
  /** The suggestion can be taken as the text; otherwise it says what to do. */
  readonly isWording: boolean;
}

export interface AlikeItem {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** `approved`, `also proposed`. */
  readonly standing: string;
  readonly differs: readonly string[];
}

export interface ItemVerdictKind {
  readonly value: string;
  /** `approve`, `out of scope`: on a key or a button. */
  readonly label: string;
  /** `approved`: of an item that was decided so. */
  readonly past: string;
  readonly help: string;
  /** One small letter, for keys; each kind has its own, and none is b, n, q or s. */
  readonly key: string;
  readonly sign: string;
  /** What must come with it. */
  readonly needs: 'nothing' | 'reason' | 'change';
  /** The item is kept: what is found in it still matters. */
  readonly isKept: boolean;
}

export interface ItemField {
  readonly name: string;
  readonly label: string;
  /** Only these, where there are any. */
  readonly values?: readonly string[];
}

/** A question with answers to choose from, and what it is decided on. */
export interface ChoiceReview extends AnyReview {
  readonly kind: 'choice';
  /** `after 2 reviews of requirements`. */
  readonly about: string;
  readonly groups: readonly FactGroup[];
  /** What comes of which choice, in a sentence. */
  readonly note: string;
  readonly options: readonly ChoiceOption[];
  /** What the agent said last to a person's message; null: nothing that was asked for. */
  readonly said: string | null;
  /** A message to the agent is another way to go on. */
  readonly canSay: boolean;
  /** What a message is for, where it is not for the agent; left out: it is one. */
  readonly message?: { readonly label: string; readonly help: string; readonly question: string };
}

export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
  readonly help: string;
  /** One small letter; none is d, m or q. */
  readonly key: string;
}

export type Level = 'good' | 'fair' | 'poor' | 'plain';

export interface FactGroup {
  /** null: the facts need no heading. */
  readonly title: string | null;
  readonly level: Level;
  readonly facts: readonly Fact[];
}

export interface Fact {
  readonly name: string;
  /** '' where the name says it all. */
  readonly text: string;
  /** 0..1, for a bar; null: none. */
  readonly share: number | null;
  /** Where on the bar it is enough. */
  readonly enough?: number;
  readonly level: Level;
  /** Lines that may be left out where there is no room. */
  readonly details: readonly string[];
}

/** A conversation with an agent: what was said, what is known by now, and what the person may do next. */
export interface ConversationReview extends AnyReview {
  readonly kind: 'conversation';
  readonly messages: readonly SpokenMessage[];
  /** What is known by now, such as a checklist: in view all the time. A fact's level is its mark: `good` is settled,
   *  `fair` is open for a reason, `plain` is to come; its details say where it is from. */
  readonly groups: readonly FactGroup[];
  /** What the agent asked last; [] where it asked nothing that has to be answered. */
  readonly questions: readonly AgentQuestion[];
  /** What the agent takes for granted, to be decided by the person. A message with the line `confirm ID` or
   *  `refuse ID: why` decides one. */
  readonly assumptions: readonly { readonly id: string; readonly text: string }[];
  /** The result that the agent offers, in a few sentences; null: none yet. Accepting it ends the conversation. */
  readonly offer: string | null;
  /** How the person ends it without an offer, and what comes of it; null: they cannot. */
  readonly end: { readonly label: string; readonly help: string } | null;
  /** Messages may have files with them. */
  readonly canAttach: boolean;
  /** Messages that mean something typed alone, such as `/back`; left out: there are none. */
  readonly commands?: readonly ConversationCommand[];
}

export interface ConversationCommand {
  readonly name: string;
  /** What stands behind it: `TOPIC`; '' for nothing. */
  readonly argument: string;
  readonly help: string;
}

export interface SpokenMessage {
  readonly from: 'agent' | 'person';
  /** Of the agent: as people read it. */
  readonly text: string;
  /** The names of the files that came with it; left out: none. */
  readonly attachments?: readonly string[];
}

export interface AgentQuestion {
  readonly text: string;
  /** What it is about, as answers that were written beforehand name it: `vision`; left out: it has no name. */
  readonly topic?: string;
  /** Answers to choose from; [] where it is answered in words. Words are always an answer. */
  readonly choices: readonly { readonly label: string; readonly isRecommended: boolean }[];
}

/** Of a gate without code: what it shows, and the answer's schema. */
export interface FormReview extends AnyReview {
  readonly kind: 'form';
  readonly shows: readonly { readonly name: string; readonly value: Json }[];
  readonly verdicts: readonly string[];
  /** A verdict is asked for beside an answer by the schema. */
  readonly asksVerdict?: boolean;
  /** null: any answer. */
  readonly schema: JsonObject | null;
  /** Of a conversation: the result that is offered. */
  readonly offer: Json | null;
}

/** What a person decided; its kind is that of the review, and in a conversation what they do. */
export type Decision =
  | DocumentDecision
  | ItemsDecision
  | ChoiceDecision
  | MessageDecision
  | EndDecision
  | AcceptDecision
  | FormDecision;

export type DocumentDecision = {
  readonly kind: 'document';
  readonly verdict: 'approve' | 'change' | 'start-over';
  readonly feedback?: string;
  readonly changes?: readonly SectionChange[];
  /** Of an approval: the assumptions hold. */
  readonly isConfirmed?: boolean;
};

export type SectionChange = {
  readonly section: string;
  readonly reason: string;
  /** '': said in words only. */
  readonly text: string;
};

export type ItemVerdict = {
  readonly verdict: string;
  readonly reason?: string;
  readonly notes?: string;
  /** Of the fields, those that change. */
  readonly change?: { readonly [field: string]: string };
};

export type ItemsDecision = {
  readonly kind: 'items';
  readonly verdicts: { readonly [id: string]: ItemVerdict };
  /** For all that are not named. */
  readonly rest?: ItemVerdict;
  readonly summary?: string;
  readonly feedback?: string;
};

export type ChoiceDecision = { readonly kind: 'choice'; readonly option: string };
/** Said to the agent of a conversation; with attachments the text may be ''. */
export type MessageDecision = {
  readonly kind: 'message';
  readonly text: string;
  readonly attachments?: readonly Attachment[];
};
/** The person ends a conversation (`end` of its review). */
export type EndDecision = { readonly kind: 'end' };
/** The person takes the result that a conversation offers. */
export type AcceptDecision = { readonly kind: 'accept' };
export type FormDecision = {
  readonly kind: 'form';
  readonly output?: Json;
  readonly verdict?: string;
  readonly comment?: string;
};

/** What the engine is sent for a decision. */
export type GateAnswer =
  | { readonly output: Json; readonly verdict?: string; readonly comment?: string }
  /** `ends`: the agent is to give its result now. */
  | { readonly message: string; readonly attachments?: readonly Attachment[]; readonly ends?: true }
  | { readonly refused: readonly string[] };

/** What would be said of a decision that is not sent yet. Nothing is changed by asking. */
export interface DecisionCheck {
  /** Why it would be refused; [] where nothing speaks against it. */
  readonly refused: readonly string[];
  /** Of items that the person rewrote: what is found in the new text, by id. */
  readonly findings: { readonly [id: string]: readonly ItemFinding[] };
  /** What it comes to; null where it would be refused. */
  readonly answer: JsonObject | null;
}
