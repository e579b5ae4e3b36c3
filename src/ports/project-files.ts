// Files of a project, for the code of systems: read when work is handed out or judged. The engine writes (file-1), but
// for what several systems fill in at once.
// What the disk says against it, and a symlink that leads out, rejects with a WorkspaceFault: code lets it pass, and a
// person is asked to mend the folder.

export interface ProjectFiles {
  /** Whether the path lies inside one of the workspaces of this process. */
  holds(path: string): Promise<boolean>;
  /** The file's text; null where there is none. Every way rejects for a path outside the workspaces, saying so. */
  read(path: string): Promise<string | null>;
  /** Names of the folders in a folder, in order; [] where there is none. */
  folders(path: string): Promise<readonly string[]>;
  /** The files below a folder, in order; none where it is not there. Left out: links, what .gitignore names, folders
   *  that hold no sources, files made to hold secrets, and those that this process itself prints to. At most
   *  `filesMax` are given, and never more than 5,000. */
  list(path: string, filesMax?: number): Promise<ListedFiles>;
  /** Whether the folder that the path lies in is there; it may be a workspace itself. */
  hasParent(path: string): Promise<boolean>;
  /** Makes a folder, and those above it. false: it was there already. */
  makeFolder(path: string): Promise<boolean>;
  /** Changes a file in place that other systems change too: where somebody wrote meanwhile it is read and changed
   *  again. It stands in no run's history and may happen again after a crash: `change` must leave its own result as it
   *  is. */
  amend(path: string, change: (text: string) => string): Promise<AmendResult>;
  /** Removes a folder, if it is there and empty. */
  removeFolder(path: string): Promise<void>;
}

export type AmendResult = 'changed' | 'unchanged' | 'missing';

export interface ListedFiles {
  readonly files: readonly {
    /** From the folder, with `/` between its parts. */
    readonly path: string;
    readonly bytes: number;
    /** When it was last written, in milliseconds. */
    readonly changedAt?: number;
  }[];
  /** There are more. */
  readonly isCut: boolean;
}
