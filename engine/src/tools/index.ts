import { endCall } from './end-call.ts';
import { pressDigit } from './press-digit.ts';
import type { Tool } from './tool.ts';

/** What every agent may do. A new tool is a file and a line here. */
export const tools: readonly Tool[] = [endCall, pressDigit];
