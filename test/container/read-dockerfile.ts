import { readPage } from '../support/pages.ts';

export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** Of each stage, from its `FROM` on; what is before the first one comes first. */
export function readStages(): readonly (readonly Instruction[])[] {
  const lines = readPage('docs/container/Dockerfile')
    .text.replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ');
  const stages: Instruction[][] = [[]];
  for (const [, name = '', text = ''] of lines.matchAll(/^([A-Z]+) (.+)$/gm)) {
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, text });
  }
  return stages;
}

export function textsOf(stage: readonly Instruction[], name: string): readonly string[] {
  return stage.filter((instruction) => instruction.name === name).map(({ text }) => text);
}
