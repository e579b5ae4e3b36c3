// `signoff chat TASK`: a person's side of a conversation with an agent. Leaving it loses nothing; come back any day.

import { readValue } from '../engine/value.ts';
import { StoreFault } from '../errors.ts';
import type { Json } from '../json.ts';
import { RejectionError } from '../operations/define-operation.ts';
import { endingAnswer } from '../operations/ending-message.ts';
import { type FoundTask, findTask } from '../operations/find-run.ts';
import type { OperationContext } from '../operations/operation-context.ts';
import type { Attachment } from '../ports/action.ts';
import type { AgentFacts } from '../ports/agent-host.ts';
import { agentFacts } from '../runtime/agent-facts.ts';
import { stepOf } from '../runtime/code-call.ts';
import type { Engine } from '../runtime/open-engine.ts';
import type { RunView } from '../runtime/read-run.ts';
import type { Identity } from '../runtime/who-acts.ts';
import type { Composition } from './composition.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { Lines } from './lines.ts';
import { openSession } from './open-session.ts';
import { type Paint, paintFor } from './paint.ts';
import { storeFault } from './perform-command.ts';
import { readAttachment } from './read-attachment.ts';
import { oneLine, severalLines } from './shown-text.ts';
import { personAt, sentBy, signerOnce } from './signer.ts';
import { asStarted, program, storeFlag, useStore } from './started-as.ts';
import { drawing, stderr, stdin, stdout } from './terminal.ts';
import { jsonText } from './terminal-text.ts';

const PATIENCE_MS = 3000;
const HELP = [
  '/accept takes the result that is offered, /end asks for it, /attach FILE gives a text file with your next message,',
  '/quit leaves the conversation as it is.',
].join('\n');

export async function chat(
  named: string,
  flags: { readonly store?: string; readonly as?: string },
  composition: Composition,
): Promise<ExitCode> {
  const person = personAt(composition, flags.as);
  useStore(flags.store);
  const session = openSession(composition, { store: flags.store, as: flags.as });
  const paint = paintFor(stdout);
  try {
    const { context } = session;
    const found = await findTask(await context.store(), named);
    return await new Chat(context, await context.engine(), found, person, paint).toTheEnd();
  } catch (thrown) {
    if (thrown instanceof StoreFault) return storeFault(thrown, false);
    if (!(thrown instanceof RejectionError)) throw thrown;
    stderr.write(`${thrown.message}\n`);
    return EXIT.refused;
  } finally {
    await session.close();
  }
}

class Chat {
  readonly #context: OperationContext;
  readonly #engine: Engine;
  readonly #person: Identity;
  readonly #run: string;
  readonly #task: number;
  readonly #name: string;
  readonly #paint: Paint;
  readonly #lines: Lines;
  readonly #gone = new AbortController();
  #shown = 0;
  #attached: readonly Attachment[] = [];

  constructor(
    context: OperationContext,
    engine: Engine,
    { row, task, name }: FoundTask,
    person: Identity,
    paint: Paint,
  ) {
    this.#context = context;
    this.#engine = engine;
    this.#person = person;
    this.#run = row.run;
    this.#task = task;
    this.#name = name;
    this.#paint = paint;
    // Only a person who goes away ends waiting; a program may have said all it has to say.
    const output = stdin().isTTY ? drawing : undefined;
    this.#lines = new Lines({ input: stdin(), output }, () => {
      if (stdin().isTTY) this.#gone.abort();
    });
  }

  async toTheEnd(): Promise<ExitCode> {
    try {
      for (let isFirst = true; ; isFirst = false) {
        const view = await this.#view();
        const task = view.state.tasks.get(this.#task);
        if (task === undefined) return this.#ended(view);
        const facts = agentFacts(view, task, view.payloads);
        if (facts.messages === null) return this.#refuse(`"${task.step}" is ${task.execution ?? 'a container'}`);
        if (isFirst) this.#begin(facts);
        this.#tell(facts.messages, task.offer !== undefined);
        const isTheirs = task.status === 'pending' || task.lease?.kind === 'hosted';
        if (isTheirs && stepOf(view, task.step).task?.agent != null) {
          await this.#agentsTurn(view);
          continue;
        }
        if (task.status === 'failed' || task.status === 'on_hold') return this.#stopped(view, task.error?.message);
        if (task.offer !== undefined) this.#offer(readValue(task.offer, [], view.payloads) ?? null);
        if (!(await this.#ownTurn(view))) return EXIT.done;
      }
    } finally {
      this.#lines.close();
    }
  }

  async #view(): Promise<RunView> {
    const view = await this.#engine.view(this.#run);
    if (view === null) throw new Error(`The run ${this.#run} was removed.`);
    return view;
  }

  #begin({ title, prompt }: AgentFacts): void {
    this.#say(this.#paint.bold(oneLine(title)));
    if (prompt !== null) this.#say(severalLines(prompt).map(this.#paint.dim).join('\n'));
    this.#say(this.#paint.dim(HELP));
  }

  #tell(messages: NonNullable<AgentFacts['messages']>, isOffered: boolean): void {
    for (const [index, { from, text, attachments = [] }] of messages.entries()) {
      if (index < this.#shown) continue;
      const name = from === 'agent' ? this.#paint.bold('agent') : this.#paint.dim('you');
      // What is on offer is shown below, once.
      const isOffer = isOffered && from === 'agent' && index === messages.length - 1;
      this.#say(`\n${name}  ${severalLines(isOffer ? withoutResult(text) : text).join('\n       ')}`);
      for (const { name } of attachments) this.#say(this.#paint.dim(`       attached: ${oneLine(name)}`));
    }
    this.#shown = messages.length;
  }

  #offer(result: Json): void {
    const text = typeof result === 'string' ? result : jsonText(result);
    this.#say(`\n${this.#paint.yellow('offered result')}\n${severalLines(text).join('\n')}`);
  }

  /** Waits for a commit of the process that hosts the agent. */
  async #agentsTurn({ row }: RunView): Promise<void> {
    const { signal } = this.#gone;
    const hint = setTimeout(() => {
      this.#say(
        this.#paint.dim(
          `Waiting for the agent. If nothing comes, start "${program()} work${storeFlag()}" beside this.`,
        ),
      );
    }, PATIENCE_MS);
    await this.#engine.wait(this.#run, ({ head }) => head > row.head, signal);
    clearTimeout(hint);
    if (signal.aborted) throw new RejectionError({ code: 'left', message: 'The conversation stays where it is.' });
  }

  #readLine(): Promise<string | null> {
    stdout.write('\nyou> ');
    return this.#lines.next();
  }

  /** false: the person leaves. */
  async #ownTurn(view: RunView): Promise<boolean> {
    const line = (await this.#readLine())?.trim() ?? '/quit';
    if (line === '/quit') {
      this.#say(`Go on with: ${program()} chat ${this.#name}${storeFlag()}`);
      return false;
    }
    const task = view.state.tasks.get(this.#task);
    if (line === '/accept' && task?.offer === undefined) this.#say('No result is offered. /end asks for one.');
    else if (line === '/accept') await this.#accept(view);
    else if (/^\/attach\b/.test(line)) this.#attach(line.slice('/attach'.length).trim());
    else if (line.startsWith('/') && !/^\/end\b/.test(line)) this.#say(HELP);
    else if (line !== '') await this.#message(line);
    return true;
  }

  async #message(line: string): Promise<void> {
    const ends = /^\/end\b/.test(line);
    const text = ends ? line.slice('/end'.length).trim() || 'Please give the result now.' : line;
    const attachments = this.#attached.map(({ name, text: whole }) => ({ name, text: whole }));
    const extra = { ...(ends && { ends }), ...(attachments.length > 0 && { attachments }) };
    const ending = ends ? null : await endingAnswer(this.#context, this.#name, { text, attachments });
    const command = { type: 'AddMessage', task: this.#task, from: 'person', text, ...extra } as const;
    const by = sentBy(this.#person);
    const sent =
      ending === null
        ? await this.#engine.send(this.#run, command, by)
        : await this.#engine.answer(this.#run, this.#task, { output: ending.output }, by);
    this.#attached = [];
    if (!sent.ok) this.#say(sent.rejection.message);
    else this.#shown++;
  }

  #attach(path: string): void {
    const read = path === '' ? 'Expected a file after /attach, found none.' : readAttachment(path);
    if (typeof read === 'string') {
      this.#say(`${severalLines(read).join(' ')} Nothing was attached.`);
      return;
    }
    this.#attached = [...this.#attached, read];
    this.#say(this.#paint.dim(`${oneLine(read.name)} goes with your next message.`));
  }

  async #accept(view: RunView): Promise<void> {
    const signer = stdout.isTTY ? signerOnce(this.#person) : null;
    if (signer !== null) this.#say(this.#paint.dim(oneLine(signer)));
    const task = view.state.tasks.get(this.#task);
    const [verdict] = (task === undefined ? null : stepOf(view, task.step).task?.verdicts) ?? [];
    const output = readValue(task?.offer, [], view.payloads) ?? null;
    const shown = task?.shown === undefined ? {} : { shown: task.shown };
    const answer = { output, ...(verdict !== undefined && { verdict }), ...shown };
    const sent = await this.#engine.answer(this.#run, this.#task, answer, sentBy(this.#person));
    if (!sent.ok) this.#say(sent.rejection.message);
  }

  #stopped({ state }: RunView, error: string | undefined): ExitCode {
    const [hold] = state.holds.values();
    this.#say(
      `\nThe conversation is on hold: ${oneLine(asStarted(error ?? hold?.message ?? 'someone put it on hold'))}`,
    );
    this.#say(`${program()} runs show ${this.#run}${storeFlag()} tells what can be done.`);
    return EXIT.onHold;
  }

  #ended(_view: RunView): ExitCode {
    this.#say(`\nThe conversation is over. ${program()} runs show ${this.#run}${storeFlag()} tells what came of it.`);
    return EXIT.done;
  }

  #refuse(found: string): ExitCode {
    stderr.write(`Expected a conversation, found ${found}. Nothing was changed.\n`);
    return EXIT.refused;
  }

  #say(text: string): void {
    stdout.write(`${text}\n`);
  }
}

const RESULT_BLOCK = /^ {0,3}(`{3,}|~{3,})result[ \t]*\n[\s\S]*?(?:(\n {0,3}\1[`~]*[ \t]*$)|$(?![\s\S]))/m;

/** An agent's turn without the result it offers. */
function withoutResult(text: string): string {
  return text
    .replace(RESULT_BLOCK, (block, _fence, end?: string) => (end === undefined ? block : ''))
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
