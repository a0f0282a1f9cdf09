import { describe, expect, it } from 'vitest';
import { runMain } from './cli/support.ts';
import { readPage } from './support/pages.ts';

interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Node[];
  text: string;
}

/** Errors: `Error` if it is not well-formed, as far as elements, attributes and text go. */
function parseXml(source: string): Node {
  const root: Node = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  for (const [, close, name = '', attributes = '', isEmpty, text] of source.matchAll(
    /<(\/?)([A-Za-z]+)((?:\s+[a-zA-Z]+="[^"<&]*")*)\s*(\/?)>|([^<]+)/g,
  )) {
    const parent = open.at(-1) ?? root;
    if (text !== undefined) parent.text += unescaped(text);
    else if (close) {
      if (parent.name !== name) throw new Error(`</${name}> closes <${parent.name}>`);
      open.pop();
    } else {
      const pairs = [...attributes.matchAll(/([a-zA-Z]+)="([^"]*)"/g)];
      const node: Node = {
        name,
        attributes: Object.fromEntries(pairs.map(([, key = '', value = '']) => [key, value])),
        children: [],
        text: '',
      };
      parent.children.push(node);
      if (!isEmpty) open.push(node);
    }
  }
  const [document, ...more] = root.children;
  if (!document || more.length > 0 || open.length > 1) throw new Error('not one whole element');
  return document;
}

function unescaped(text: string): string {
  if (/&(?!(gt|lt|amp);)|>/.test(text)) throw new Error(`not escaped: ${text}`);
  return text.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}

const BOOLEAN = /^(true|false)$/;
const DURATION = /^P(?!$)(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?$/;

/**
 * What of the schema the page uses: the elements of each element, in this order if it is a sequence there; or what its text is.
 *
 * Source: "Task Scheduler Schema" in the documentation of Windows.
 */
const SCHEMA: Readonly<
  Record<
    string,
    { readonly all?: readonly string[]; readonly sequence?: readonly string[]; readonly text?: RegExp }
  >
> = {
  Task: { all: ['RegistrationInfo', 'Triggers', 'Settings', 'Data', 'Principals', 'Actions'] },
  Triggers: { all: ['CalendarTrigger'] },
  CalendarTrigger: {
    sequence: [
      'Enabled',
      'StartBoundary',
      'EndBoundary',
      'Repetition',
      'ExecutionTimeLimit',
      'RandomDelay',
      'ScheduleByDay',
    ],
  },
  StartBoundary: { text: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/ },
  ScheduleByDay: { sequence: ['DaysInterval'] },
  DaysInterval: { text: /^[1-9]\d*$/ },
  Principals: { all: ['Principal'] },
  Principal: { all: ['UserId', 'LogonType', 'GroupId', 'DisplayName', 'RunLevel'] },
  UserId: { text: /./ },
  LogonType: { text: /^(S4U|Password|InteractiveToken|InteractiveTokenOrPassword)$/ },
  Settings: {
    all: [
      'MultipleInstancesPolicy',
      'StartWhenAvailable',
      'DisallowStartIfOnBatteries',
      'StopIfGoingOnBatteries',
      'ExecutionTimeLimit',
    ],
  },
  MultipleInstancesPolicy: { text: /^(Parallel|Queue|IgnoreNew|StopExisting)$/ },
  StartWhenAvailable: { text: BOOLEAN },
  DisallowStartIfOnBatteries: { text: BOOLEAN },
  StopIfGoingOnBatteries: { text: BOOLEAN },
  ExecutionTimeLimit: { text: DURATION },
  Actions: { all: ['Exec'] },
  Exec: { all: ['Command', 'Arguments', 'WorkingDirectory'] },
  Command: { text: /./ },
  Arguments: { text: /./ },
  WorkingDirectory: { text: /^[A-Z]:\\/ },
};

/** What the schema has against an element and all below it. */
function findFaults({ name, children, text }: Node): readonly string[] {
  const { all, sequence, text: pattern } = SCHEMA[name] ?? {};
  const names = children.map((child) => child.name);
  const places = names.map((child) => (all ?? sequence ?? []).indexOf(child));
  return [
    ...(SCHEMA[name] ? [] : [`${name} is unknown`]),
    ...names.filter((_, at) => places[at] === -1).map((child) => `${child} in ${name}`),
    ...(new Set(names).size < names.length ? [`${name} has an element twice`] : []),
    ...(sequence && places.some((place, at) => place < (places[at - 1] ?? -1)) ? [`order in ${name}`] : []),
    ...((pattern ?? /^\s*$/).test(text) ? [] : [`text of ${name}: ${text}`]),
    ...children.flatMap(findFaults),
  ];
}

const [, XML = ''] = /```xml\n(.*?)```/s.exec(readPage('docs/scheduling.md').text) ?? [];

function find(node: Node, name: string): Node | undefined {
  return node.name === name ? node : node.children.map((child) => find(child, name)).find((found) => found);
}

describe('the task for Windows in docs/scheduling.md', () => {
  it('is what the schema of the Task Scheduler takes', () => {
    const task = parseXml(XML);
    expect(findFaults(task)).toEqual([]);
    expect(task.attributes).toEqual({
      version: '1.2',
      xmlns: 'http://schemas.microsoft.com/windows/2004/02/mit/task',
    });
    expect(find(task, 'Actions')?.attributes['Context']).toBe(find(task, 'Principal')?.attributes['id']);
  });

  it.each([
    ['<StartBoundary>', '<EndBoundary>x</EndBoundary><StartBoundary>'],
    ['<Exec>', '<Exec><Shell>x</Shell>'],
    ['>true<', '>yes<'],
    ['PT0S', 'P'],
  ])('would be refused with %s as %s', (text, other) => {
    expect(findFaults(parseXml(XML.replace(text, other)))).not.toEqual([]);
  });

  it('runs a command that there is, without a question, and keeps what it prints', async () => {
    const line = find(parseXml(XML), 'Arguments')?.text ?? '';
    const [, command = '', flags = ''] =
      /^\/c pricesheet (\w+) costs\.csv (.*) >> night\.log 2>&1$/.exec(line) ?? [];
    expect(flags.split(' ')).toContain('--yes');
    const { stdout } = await runMain([command, '--help']);
    for (const [flag] of flags.matchAll(/--[a-z-]+/g)) expect(stdout).toContain(flag);
  });
});
