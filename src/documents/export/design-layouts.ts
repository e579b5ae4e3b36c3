// Where each layout has a place for a design: its files, their chapters, and the sections that go into each.

/** `hld/overview`: a section; `hld/*`: those of the part that have no other place in the layout. */
export interface DesignChapter {
  readonly title: string;
  readonly sections: readonly string[];
  /** Where it has no section: what is true instead; left out: the chapter is left out too. */
  readonly otherwise?: string;
  /** The diagrams that code drew, before its sections. */
  readonly drawn?: readonly ('architecture' | 'data-flow' | 'entities')[];
}

export interface DesignFile {
  readonly path: string;
  /** Before the title of the design. */
  readonly heading: string;
  readonly chapters: readonly DesignChapter[];
  /** The files of a layout share one origin and one list of what is open: it stands here. */
  readonly isFirst?: boolean;
  /** What is open is called so. */
  readonly open?: string;
}

export interface DesignLayout {
  readonly files: readonly DesignFile[];
  /** Of schema.sql; left out: the tables' own section holds it. */
  readonly sqlPath?: string;
}

const OF_API = ['lld/endpoints', 'lld/api-map', 'lld/schema', 'lld/examples', 'lld/validation'];
const QUALITIES = ['hld/scalability', 'hld/security', 'hld/reliability'];
const LOGIC = ['lld/layers', 'lld/business-logic', 'lld/integrations'];

/** The plan, research, data model and contracts of a spec-kit feature. */
const specKit = (name: string, number: number): DesignLayout => {
  const folder = `specs/${String(number).padStart(3, '0')}-${name}`;
  return {
    sqlPath: `${folder}/contracts/schema.sql`,
    files: [
      {
        ...{ path: `${folder}/plan.md`, heading: 'Implementation Plan', isFirst: true, open: 'Open Points' },
        chapters: [
          { title: 'Summary', sections: ['hld/overview'] },
          { title: 'Technical Context', sections: ['hld/stack', ...QUALITIES], otherwise: 'The design names none.' },
          { title: 'Constitution Check', sections: [], otherwise: 'Not judged: no constitution was read.' },
          {
            ...{
              title: 'Project Structure',
              sections: ['hld/components', 'hld/data-flow', ...LOGIC, 'hld/*', 'lld/*'],
            },
            drawn: ['architecture', 'data-flow'],
          },
        ],
      },
      {
        ...{ path: `${folder}/research.md`, heading: 'Research' },
        chapters: [{ title: 'Decisions', sections: ['hld/options'] }],
      },
      {
        ...{ path: `${folder}/data-model.md`, heading: 'Data Model' },
        chapters: [
          { title: 'Entities', sections: ['lld/models'], drawn: ['entities'] },
          { title: 'Database', sections: ['database/*'] },
        ],
      },
      {
        ...{ path: `${folder}/contracts/api.md`, heading: 'API Contracts' },
        chapters: [{ title: 'API', sections: [...OF_API, 'lld/errors'] }],
      },
    ],
  };
};

/** The design of an OpenSpec change. */
const openspec = (name: string): DesignLayout => ({
  files: [
    {
      ...{ path: `openspec/changes/${name}/design.md`, heading: 'Design', isFirst: true, open: 'Open Questions' },
      chapters: [
        { title: 'Context', sections: ['hld/overview'] },
        { title: 'Decisions', sections: ['hld/options', 'hld/stack'], otherwise: 'The design names none.' },
        {
          ...{ title: 'Architecture', sections: ['hld/components', 'hld/data-flow', ...LOGIC, 'hld/*'] },
          drawn: ['architecture', 'data-flow'],
        },
        { title: 'Interfaces', sections: [...OF_API, 'lld/errors', 'lld/*'] },
        { title: 'Data', sections: ['lld/models', 'database/*'], drawn: ['entities'] },
        { title: 'Risks / Trade-offs', sections: QUALITIES, otherwise: 'The design names none.' },
        { title: 'Migration Plan', sections: ['database/migrations'], otherwise: 'The design names none.' },
      ],
    },
  ],
});

/** The design of a Kiro specification. */
const kiro = (name: string): DesignLayout => ({
  files: [
    {
      ...{ path: `.kiro/specs/${name}/design.md`, heading: 'Design Document', isFirst: true, open: 'Open Points' },
      chapters: [
        { title: 'Overview', sections: ['hld/overview'] },
        {
          ...{ title: 'Architecture', sections: ['hld/stack', 'hld/data-flow', ...QUALITIES, 'hld/options', 'hld/*'] },
          drawn: ['architecture', 'data-flow'],
        },
        { title: 'Components and Interfaces', sections: ['hld/components', ...OF_API, ...LOGIC, 'lld/*'] },
        { title: 'Data Models', sections: ['lld/models', 'database/*'], drawn: ['entities'] },
        { title: 'Error Handling', sections: ['lld/errors'], otherwise: 'The design names none.' },
        { title: 'Testing Strategy', sections: [], otherwise: 'None was decided on.' },
      ],
    },
  ],
});

export const DESIGN_LAYOUTS = { 'spec-kit': specKit, openspec, kiro } as const;
