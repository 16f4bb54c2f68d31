import type { OutsideTool, OutsideTools } from '../interfaces/outside-tools.ts';
import { tools } from './index.ts';
import { toTool } from './outside-tool.ts';
import type { Tool } from './tool.ts';

/** What one agent may do, as plain JSON: the engine's own tools by name, and those whose work is done outside. */
export type OfferedTools = { own: readonly string[]; outside: readonly OutsideTool[] };

/** The tools of one agent, its own first. */
export function toolsForAgent(offered: OfferedTools, outside: OutsideTools): Tool[] {
  const own = tools.filter(({ name }) => offered.own.includes(name));
  return [...own, ...offered.outside.map((each) => toTool(each, outside))];
}
