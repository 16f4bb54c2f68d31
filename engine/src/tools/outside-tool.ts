import type { OutsideTool, OutsideTools } from '../interfaces/outside-tools.ts';
import type { Tool } from './tool.ts';

/** A tool whose work is done outside the engine: its arguments are checked here, its run is asked for there. */
export function toTool(offered: OutsideTool, outside: OutsideTools): Tool {
  const { name, description, parameters, waitsForSpeech, timeoutMs, waitingWords } = offered;
  return {
    name,
    description,
    parameters,
    waitsForSpeech,
    timeoutMs,
    waitingWords,
    speaksAfter: offered.speaksAfter,
    stepsAside: offered.stepsAside ?? false,
    run: (given, { runId, signal }) => outside.run({ runId, name, arguments: given }, signal),
  };
}
