// A system: a diagram with everything that people and programs need to work with it, as one value. Types only. Faces,
// operations and the runtime know systems by this, and none of them by its name.

import type { Json, JsonObject } from '../json.ts';
import type { CodeRegistry, ConversationMessage } from './action.ts';
import type { DocumentKinds } from './document-kinds.ts';
import type { OptionChecks, ReadOption } from './option-checks.ts';
import type { ProjectFiles } from './project-files.ts';
import type { OfflineWriter } from './provider.ts';
import type { Decision, GateAnswer, ItemFinding, ReviewBody } from './review.ts';
import type { RunsBeside } from './runs-beside.ts';
import type { Sources } from './sources.ts';
import type { OperationEntry, SystemOperation } from './system-operation.ts';
import type { SystemTool } from './system-tool.ts';
import type { Refusal } from './trust.ts';
import type { Wire } from './wire.ts';

export interface System {
  /** Of the workflow, of the command `signoff NAME`, of the prompt over MCP. */
  readonly name: string;
  /** What its runs make, for people: `PRD`. */
  readonly title: string;
  /** One line, for lists and help. */
  readonly summary: string;
  /** What `signoff NAME --help` says first; the summary when left out. */
  readonly description?: string;
  /** The diagram's file; `prompts/` and `schemas/` lie beside it. */
  readonly diagram: URL;
  /** Other diagrams of its folder that its code starts as child runs, by name: they are stored with it. */
  readonly flows?: readonly string[];
  /** How a run is started; left out: only with its input as JSON (`signoff run`, `runs start`). */
  readonly start?: StartForm;
  readonly documents?: DocumentKinds;
  /** By step; of a subflow in its own folder as `WORKFLOW/STEP`, where that name begins with the system's and a hyphen.
   *  A gate that is not named is reviewed by the form of its schema. */
  readonly gates?: { readonly [step: string]: Gate };
  /** Steps that only hold the others together: progress tells of them only the sentences in `notes` of their output. */
  readonly internal?: readonly string[];
  /** Of a state machine: progress tells each state that a run enters. */
  readonly showsStates?: true;
  /** What people call the agents that its drawings name, by id; the id when left out. */
  readonly agents?: { readonly [id: string]: string };
  /** The names of its code, so that a process knows what it can do before it loads anything. */
  readonly code?: CodeNames;
  /** The code its diagram names. Loaded when the first piece of it is called. */
  loadCode?(deps: SystemDeps): Promise<CodeRegistry>;
  /** What does its steps for those who have no model. */
  loadWriters?(): Promise<readonly OfflineWriter[]>;
  /** How its conversation goes over MCP, where a contract fixes the names. */
  loadWire?(): Promise<Wire>;
  /** Its tools over MCP, where a contract fixes the names; no two tools have one name. */
  loadTools?(): Promise<readonly SystemTool[]>;
  /** What it can be asked besides its runs. */
  readonly operations?: readonly SystemOperation[];
  /** Commands that come next when a run's document is signed; `{folder}` is where its documents are, `{document}` what
   *  they are kept under. */
  readonly next?: readonly string[];
  /** What a run came to, for the last lines about it. */
  summarise?(facts: RunFacts): Promise<RunSummary>;
  /** Of one whose runs live on: commands that send them a signal, by name: `signoff NAME shutdown [RUN]`. Beside them
   *  `signoff NAME status [RUN]` tells how such runs stand. */
  readonly signals?: { readonly [command: string]: SignalCommand };
  /** Of one whose runs live on: asked where nothing comes by itself any more; null: something is still to be done. */
  rest?(facts: RunFacts): Promise<RestPoint | null>;
  /** Of one whose runs live on: what a run waits for where nobody has to decide; null: as the engine says it. */
  waits?(facts: RunFacts): string | null;
  /** What `signoff NAME status` tells of a run besides its state and what it waits for. */
  status?(facts: RunFacts): Promise<RunSummary['totals']>;
}

/** A command that sends a signal to a run that lives on. */
export interface SignalCommand {
  /** One line, for help. */
  readonly summary: string;
  readonly signal: string;
  readonly value: Json;
  /** `It is shut down.`: said when the run has taken it. */
  readonly said: string;
}

/** Where a run that lives on may be left, since what it was asked for is there: nothing is open. */
export interface RestPoint {
  /** `Stories ready`. */
  readonly reached: string;
  /** What came of it, in lines. */
  readonly lines: readonly string[];
  /** Commands that come next, behind the program's name; `{run}` is the run. */
  readonly next: readonly string[];
  /** Files of what it came to, from the project; left out: all that the run wrote. */
  readonly files?: readonly string[];
}

export type CodeNames = { readonly [kind in keyof CodeRegistry]?: readonly string[] };

/** A system as lists and help know it, without its code. */
export interface SystemEntry {
  readonly name: string;
  readonly summary: string;
  /** Its runs are started and reviewed by `signoff NAME`. */
  readonly hasCommand: boolean;
  /** The project brings it along: it is loaded only where work is done or answered. */
  readonly isOwn?: boolean;
  /** Of one that the project brings along: why nothing of it may be loaded; null: it may. Loads nothing. */
  refusal?(): Promise<Refusal | null>;
  /** The argument of that command, as the list of commands names it. */
  readonly argument?: string;
  /** A command that shows it, behind the program's name: for those who begin. */
  readonly example?: string;
  /** Of one that ships: its operations, which are commands by these names. */
  readonly operations?: readonly OperationEntry[];
  load(): Promise<System>;
}

/** What the code of a system reads of the world. */
export interface SystemDeps {
  readonly files: ProjectFiles;
  now(): number;
  /** What kind of software the project is, by the environment or the project's settings; null: nobody said. */
  domain(project: string): Promise<string | null>;
  /** Whether a model does what agents do, and not rules alone; left out: nobody knows. */
  hasModel?(): Promise<boolean>;
  /** Whether the model of an MCP client does what agents do; left out: nobody knows. */
  readonly hasClient?: boolean;
  /** Why the provider of models that is configured cannot be asked, such as a key that is missing; null: nothing is
   *  known against it. Nobody is called. Left out: nobody knows. */
  providerProblem?(project: string): Promise<string | null>;
  /** Why a budget of money lets no call of one of these agents through: nobody knows what its model costs. null:
   *  nothing is known against it. Left out: nobody knows. */
  priceProblem?(project: string, agents: readonly string[]): Promise<string | null>;
  /** The model of steps that ask for a cheaper one; null: none is set. Left out: nobody knows. */
  cheaperModel?(project: string): Promise<string | null>;
  /** Left out where there is no store. */
  readonly runs?: RunsBeside;
  /** How many runs of research there may be at once, by the project's settings. */
  runsMax?(project: string): Promise<number>;
  /** The default exports of the modules that a setting of `signoff.config.json` names, such as `research.workers`. In a
   *  folder that is not trusted nothing is loaded, and it rejects where some are named. Left out: none are. */
  ownModules?(project: string, setting: string): Promise<readonly { readonly path: string; readonly value: unknown }[]>;
  /** Where texts are found and kept for a project; left out where nothing may be asked. */
  sources?(project: string): Promise<Sources>;
  /** Whether the signature in a document's status block holds: by the history in the store, else by the proof that lies
   *  beside it (`PRD.md.proof.json`). Left out where nothing can be proved, as in a process without a store. */
  proves?(path: string): Promise<SignatureCheck>;
}

export interface SignatureCheck {
  readonly isProved: boolean;
  /** By what it was checked; null: there was nothing to check it by. */
  readonly by: 'history' | 'proof' | null;
  /** `user:ada`; null: no verdict was found. */
  readonly signer: string | null;
  /** When, as ISO 8601. */
  readonly signedAt: string | null;
  /** What does not hold, in sentences. */
  readonly problems: readonly string[];
}

/** What a person is asked for when a run begins. */
export interface StartForm extends OptionChecks {
  /** The one thing that is asked for: the argument of `signoff NAME`. */
  readonly subject: {
    readonly name: string;
    /** `a sentence`: what is given, within a sentence; the name when left out. */
    readonly noun?: string;
    readonly help: string;
    /** `What do you want?` */
    readonly question: string;
    readonly placeholder: string;
    /** A shorter one is refused before the run begins; left out: any length will do. */
    readonly charactersMin?: number;
    /** A run may begin without it: it is not asked for. */
    readonly isOptional?: true;
  };
  /** What a further start means to a run of the project that lives on; left out: a new run is begun beside it. */
  further?(given: StartInput, facts: RunFacts): FurtherStart;
  readonly options?: readonly StartOption[];
  /** Where a run may be left before its end. */
  readonly stops?: { readonly [name: string]: StopPoint };
  /** The input of the run. */
  input(given: StartInput): Json;
  /** A step whose work the start may bring along: its answer, which is given in the agent's place. */
  readonly brought?: {
    readonly step: string;
    /** null: nothing was brought, or it was given already. `taken`: names of the document folders that are there. */
    answer(input: Json, data: JsonObject, taken: ReadonlySet<string>): JsonObject | null;
  };
  /** What is said of a subject and what it is asked at a terminal, where it is unclear; nobody has to answer.
   *  `hasModel`: a model does what agents do, and may ask for itself. */
  clarify?(
    subject: string,
    given?: StartInput['options'],
    by?: { readonly hasModel: boolean },
  ): Promise<readonly StartQuestion[]>;
  /** What a run with this input would cost, in lines, before it starts. `isByRules`: rules do what agents do. */
  estimate?(input: Json, isByRules?: boolean): Promise<readonly string[]>;
  /** Folders of documents that an input names, which need not lie in the project. */
  folders?(input: Json): readonly string[];
  /** What a run is about and whose project it is, from its input and its record; null: not a run of this system. */
  about(input: Json, data: JsonObject): StartSubject | null;
}

/** What becomes of a run that lives on when its command is called again: it is sent a signal or given a decision at the
 *  gate where it waits, or it is only gone on with. */
export type FurtherStart =
  | { readonly kind: 'signal'; readonly signal: string; readonly value: Json }
  | { readonly kind: 'decision'; readonly step: string; readonly decision: Decision }
  | { readonly kind: 'resume' }
  /** Why it cannot be, and what to do. */
  | { readonly kind: 'refused'; readonly message: string };

export interface StartOption {
  readonly name: string;
  /** `text`, a file that is read whole, or a `flag` that is given or not: then its value is true. */
  readonly kind: 'text' | 'file' | 'flag';
  /** `a feature brief`: what the file holds, within a sentence; `a file` when left out. */
  readonly noun?: string;
  /** `<text>`, `<file>` in help; '' of a flag. */
  readonly placeholder: string;
  readonly help: string;
  /** It may be given several times: its value is the list of them. */
  readonly isList?: true;
  /** What it holds, as input; a text says what is wrong with it. It may give the subject too. */
  read?(text: string, from: OptionSource): Promise<ReadOption | string>;
}

export interface OptionSource {
  /** The file's path; '' for a text. */
  readonly path: string;
  readonly subject: string | undefined;
  /** Whether another option is given too. */
  isGiven(option: string): boolean;
}

export interface StopPoint {
  /** The step that comes next, one with code of its own before it: nobody of this process begins it. */
  readonly before: string;
  /** `Feature brief approved`. */
  readonly reached: string;
  /** `The requirements come next.` */
  readonly next: string;
}

export interface StartInput {
  readonly subject: string;
  /** An absolute path. */
  readonly project: string;
  readonly options: { readonly [name: string]: Json };
  readonly clarifications: readonly { readonly id: string; readonly question: string; readonly answer: string }[];
  /** Written answers stand in for people: nobody will sign anything. */
  readonly isRehearsal?: true;
}

export interface StartQuestion {
  readonly id: string;
  readonly question: string;
  /** What is unclear, in a sentence. */
  readonly why: string;
}

export interface StartSubject {
  readonly project: string;
  readonly subject: string;
  /** What its documents are kept under; null while nobody knows. */
  readonly document: string | null;
}

/** A step where a person decides. */
export interface Gate {
  /** `the feature brief`: what is decided there, within a sentence. */
  readonly noun: string;
  /** `Feature brief`: what is decided there, on its own. */
  readonly title: string;
  /** `your review of the feature brief`: what a run waits for. */
  readonly waits: string;
  /** How long each of these may take, in milliseconds: 30,000 when left out. Longer is a fault of the system. */
  readonly limitMs?: number;
  review(facts: GateFacts): Promise<ReviewBody>;
  answer(facts: GateFacts, decision: Decision): Promise<GateAnswer>;
  /** What is found in items as the person rewrote them; asked for while someone decides. */
  recheck?(facts: GateFacts, id: string, change: { readonly [field: string]: string }): Promise<readonly ItemFinding[]>;
  /** A decision from what someone wrote down for this gate beforehand; a text says what was expected. */
  written?(facts: GateFacts, given: Json): Promise<Decision | GateAnswer | string>;
  /** What was decided, in words, from the task's output; null: nothing to tell. */
  decided?(output: JsonObject): Promise<string | null>;
}

/** A run at a gate, read by the code that shows it. */
export interface GateFacts extends RunFacts {
  readonly step: string;
  /** Which time the step is entered, from 1. */
  readonly visit: number;
  /** What the task works on, with what `prepare` read when it was handed out. */
  readonly input: Json;
  /** Of a conversation: the result that the agent offers; null: none yet. */
  readonly offer: Json | null;
  readonly messages: readonly ConversationMessage[];
}

/** A run as it stands. */
export interface RunFacts {
  readonly run: string;
  /** What the run was started with. */
  readonly runInput: Json;
  /** Of a state machine: the state it is in; null: the run is not of a state machine, or over. */
  readonly state: string | null;
  /** The run's record. */
  readonly data: JsonObject;
  /** Ids of runs that its code started beside it. Those that could not be started are left out. */
  readonly children?: readonly string[];
  /** What a step gave last; null: nothing yet. */
  output(step: string): Json;
  /** How often a step was entered. */
  visits(step: string): number;
  /** Every text that the run's record has held under this name, oldest first. */
  versions(name: string): Promise<readonly string[]>;
  /** A file of the project; null where there is none, or it cannot be read. */
  read(path: string): Promise<string | null>;
}

export interface RunSummary {
  /** The run made what it is for: the document is signed. */
  readonly isFinished: boolean;
  /** `Article written`: what is said of one that is finished; left out: that its document is signed off. */
  readonly finished?: string;
  readonly totals: readonly { readonly name: string; readonly text: string }[];
  /** Files that people look at, from the project; left out: all that the run wrote. */
  readonly files?: readonly string[];
  /** The same as data, for programs. */
  readonly data: JsonObject;
  /** Why it failed, for people. */
  readonly messages: readonly string[];
}

export type * from './action.ts';
export type * from './document-kinds.ts';
export type * from './provider.ts';
export type * from './review.ts';
export type * from './system-operation.ts';
export type * from './system-tool.ts';
