// What the MCP face is given: the engine, who speaks through it, and the systems it knows conversations of. Types only.

import type * as z from 'zod';
import type { ClarifyingQuestion } from '../documents/clarify-utterance.ts';
import type { Actor, Channel } from '../engine/events.ts';
import type { Stated } from '../engine/people.ts';
import type { Json, JsonObject } from '../json.ts';
import type { StoredWorkflow } from '../ports/store.ts';
import type { Engine } from '../runtime/open-engine.ts';
import type { TaskHandOut } from './hand-out.ts';

export interface McpOptions {
  /** It must process work, or another process of the same store must: otherwise no run advances. */
  readonly engine: Engine;
  /** The person whose verdicts the client relays. */
  readonly actor: Actor;
  /** Where nobody signs in: by what and whom that name was stated. */
  readonly stated?: Stated;
  /** `mcp` when left out. */
  readonly channel?: Channel;
  readonly systems: readonly McpSystem[];
  /** `direct`: the orchestrator's answer carries the guidance and the schema itself. `client` when left out. */
  readonly mode?: 'client' | 'direct';
  /** No call waits longer, for others' work or for answers; 24 s when left out, so that it is answered within 25. */
  readonly waitMs?: number;
  /** Where people answer in the studio. */
  readonly inboxUrl?: string;
  /** A text that names commands, as the person can paste them; as it is when left out. */
  commandText?(text: string): string;
  /** Of the program, for clients to show. */
  readonly version: string;
  /** Hears what goes wrong with a connection; nobody when left out. */
  readonly onFault?: (error: Error) => void;
}

export interface McpSystem {
  /** Of the workflow, and of the prompt that begins it. */
  readonly name: string;
  readonly description: string;
  /** The workflow in its present version, in the store. */
  workflow(): Promise<StoredWorkflow>;
  /** How its conversation goes on the wire; left out: over the tools for any workflow only. */
  readonly contract?: ConversationContract;
  /** The documents that its runs write, by name. */
  readonly documents?: readonly string[];
  /** A document as it is now; null when there is none yet. */
  readDocument?(data: JsonObject, name: string): Promise<string | null>;
  readonly prompt?: SystemPrompt;
}

/** A text that tells the client's model how to begin. */
export interface SystemPrompt {
  readonly description: string;
  readonly arguments: { readonly [name: string]: string };
  text(given: { readonly [name: string]: string | undefined }): string;
}

/** A conversation of one orchestrating tool and one tool for each kind of step. */
export interface ConversationContract {
  readonly workflow: string;
  readonly orchestrator: {
    readonly tool: string;
    readonly title: string;
    readonly description: string;
    /** What `userInput` is. */
    readonly userInput: string;
  };
  readonly steps: { readonly [step: string]: ContractStep };
  /** The fields of `userInput` that begin a run: where all of them are missing, nothing is begun. */
  readonly begins: readonly string[];
  /** The run's input, from what the first call was given. */
  start(userInput: JsonObject): Json;
  /** What a run is about, in a few words, from its data; null while nobody knows. */
  about?(data: JsonObject): string | null;
  /** Questions to the person that would make the request clearer; skippable, and asked before anything is written. */
  clarify?(userInput: JsonObject): Promise<readonly ClarifyingQuestion[]>;
}

export interface ContractStep {
  readonly tool: string;
  readonly title: string;
  readonly description: string;
  /** The tool's input beside `workflowStateData`. */
  readonly fields: z.ZodRawShape;
  input(facts: StepFacts): JsonObject;
  /** Fields that hold whole documents, which the server has itself: allowed, and not asked for. */
  readonly documents?: readonly string[];
  /** A result with slips of form put right that the model made in relaying it; what a person said is not touched. */
  mend?(result: JsonObject): JsonObject;
  /** How the person is asked, where the step has no prompt of its own. */
  readonly guidance?: string;
  /** The verdict that a result of this gate gives. */
  verdict?(result: JsonObject): string | undefined;
  /** Of a conversation: what the agent does in its turn, and what is left to the person. */
  readonly turnGuidance?: string;
  /** Of a conversation: the person's decision stands in the result. */
  isDecided?(result: JsonObject): boolean;
  /** Of a conversation: the result without the person's decision, which they are asked for. */
  undecided?(result: JsonObject): JsonObject;
  /** Of a conversation: what the agent says with its result. */
  said?(result: JsonObject): string;
  /** How the person is asked by a form. */
  form?(handOut: TaskHandOut): GateForm | null;
}

/** What a step's input values are taken from. */
export interface StepFacts {
  /** What the task works on, with what `prepare` read when it was handed out. */
  readonly input: Json;
  readonly data: JsonObject;
}

export interface GateForm {
  readonly message: string;
  /** Flat: strings, enums, numbers and booleans, as elicitation has it. */
  readonly schema: FormSchema;
  /** What the person's answer comes to; a text says what is missing. */
  read(content: JsonObject): GateAnswer | string;
}

export interface GateAnswer {
  readonly output: Json;
  readonly verdict?: string;
  readonly comment?: string;
}

export interface FormSchema {
  readonly type: 'object';
  readonly properties: { readonly [name: string]: JsonObject };
  readonly required?: readonly string[];
}
