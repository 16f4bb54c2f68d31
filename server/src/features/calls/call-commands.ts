/** Channel on which processes hand each other calls to place and to end. */
export const callCommandsChannel = 'call_commands';
