import { composeGreeting } from '../agent/prompt.ts';
import type { AgentSettings, CallPolicy } from '../interfaces/call-settings.ts';
import type { Line } from '../turns/turn-state.ts';

/** The words of a line that the engine says by itself. */
export function textOfLine(line: Line, agent: AgentSettings, policy: CallPolicy): string {
  switch (line) {
    case 'greeting':
      return composeGreeting(agent);
    case 'reprompt':
      return policy.reprompt;
    case 'farewell_after_silence':
      return policy.farewellAfterSilence;
    case 'farewell_at_max_duration':
      return policy.farewellAtMaxDuration;
    case 'touch_tone_notice':
      return policy.touchToneNotice;
    case 'apology':
      return policy.apology;
  }
}
