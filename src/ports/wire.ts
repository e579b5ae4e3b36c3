// How the conversation of a system goes over MCP where a contract fixes its names: one orchestrating tool, and one tool
// for each kind of step. Types only.

import type * as z from 'zod';
import type { Json, JsonObject } from '../json.ts';

export interface Wire {
  readonly orchestrator: {
    readonly tool: string;
    readonly title: string;
    readonly description: string;
    /** Where it leads, in one sentence, for what the server says of itself. */
    readonly summary: string;
    /** What `userInput` is. */
    readonly userInput: string;
  };
  readonly steps: { readonly [step: string]: WireStep };
  /** The fields of `userInput` that begin a run: where all of them are missing, nothing is begun. */
  readonly begins: readonly string[];
  /** The run's input, from what the first call was given. */
  start(userInput: JsonObject): Json;
  /** What a run is about, in a few words, from its record; null while nobody knows. */
  about(data: JsonObject): string | null;
  readonly prompt: WirePrompt;
}

/** A text that tells the client's model how to begin. */
export interface WirePrompt {
  readonly description: string;
  readonly arguments: { readonly [name: string]: string };
  text(given: { readonly [name: string]: string | undefined }): string | Promise<string>;
}

export interface WireStep {
  readonly tool: string;
  readonly title: string;
  readonly description: string;
  /** The tool's input beside `workflowStateData`. */
  readonly fields: z.ZodRawShape;
  input(facts: StepFacts): JsonObject;
  /** Fields that hold whole documents: handed out with the input; a client that leaves them out loses nothing. */
  readonly documents?: readonly string[];
  /** A result with slips of form put right that the model made in relaying it; what a person said is not touched. */
  mend?(result: JsonObject): JsonObject;
  /** How the person is asked, where the step has no prompt of its own. */
  readonly guidance?: string;
  /** The verdict that a result of this gate gives. */
  verdict?(result: JsonObject): string | undefined;
  /** What the client's model does besides, since it has the person and tools of its own; of a conversation: in its
   *  turn, and what is left to the person. */
  readonly turnGuidance?: string;
  /** Of a conversation: the person's decision stands in the result. */
  isDecided?(result: JsonObject): boolean;
  /** Of a conversation: the result without the person's decision, which they are asked for. */
  undecided?(result: JsonObject): JsonObject;
  /** Of a conversation: what the agent says with its result. */
  said?(result: JsonObject): string;
}

/** What a step's input values are taken from. */
export interface StepFacts {
  /** What the task works on, with what `prepare` read when it was handed out. */
  readonly input: Json;
  readonly data: JsonObject;
}
