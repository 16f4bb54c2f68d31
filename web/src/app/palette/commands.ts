/** What can be chosen in the command palette. */
export type Command = {
  id: string;
  label: string;
  /** What tells it from others of the same name; may be empty. */
  detail: string;
  /** Its picture, and where it stands in the list. */
  kind: CommandKind;
  /** Other words it is found by. */
  keywords?: string;
  /** Where it leads; left out for what it does on the spot. */
  href?: string;
  run?: () => void;
};

export type CommandKind = 'recent' | 'action' | 'screen' | 'agent' | 'campaign' | 'number' | 'call' | 'guide';

/** Headings of the groups, in the order they stand. */
export const groupLabels: Readonly<Record<CommandKind, string>> = {
  recent: 'Recent',
  agent: 'Agents',
  campaign: 'Campaigns',
  number: 'Phone numbers',
  call: 'Calls',
  screen: 'Screens',
  action: 'Actions',
  guide: 'Help',
};

/** Guides of the Help Center shown before anything is typed would only be in the way. */
const kindsWithoutWords: ReadonlySet<CommandKind> = new Set(['recent', 'screen', 'action']);
const guidesShown = 4;

export type CommandGroup = { kind: CommandKind; label: string; commands: Command[] };

/**
 * The commands that have every word, in groups; those whose name begins with the words first. `found` has been
 * matched by the server and is taken as it is. Without words: what was chosen last, then screens and actions.
 */
export function groupCommands(
  words: string,
  { known, found }: { known: readonly Command[]; found: readonly Command[] },
): CommandGroup[] {
  const wanted = words.trim().toLowerCase();
  const parts = wanted.split(/\s+/).filter(Boolean);
  const fitting =
    parts.length === 0
      ? known.filter(({ kind }) => kindsWithoutWords.has(kind))
      : known.filter(
          (command) => command.kind !== 'recent' && parts.every((part) => textOf(command).includes(part)),
        );
  const ranked = [...fitting].sort((one, other) => rank(one, wanted) - rank(other, wanted));
  return (Object.keys(groupLabels) as CommandKind[]).flatMap((kind) => {
    const commands = [...found, ...ranked].filter((command) => command.kind === kind);
    const shown = kind === 'guide' ? commands.slice(0, guidesShown) : commands;
    return shown.length === 0 ? [] : [{ kind, label: groupLabels[kind], commands: shown }];
  });
}

function textOf({ label, detail, keywords = '' }: Command): string {
  return `${label} ${detail} ${keywords}`.toLowerCase();
}

function rank({ label }: Command, wanted: string): number {
  return wanted !== '' && label.toLowerCase().startsWith(wanted) ? 0 : 1;
}
