-- Until functions were settings of an agent, each could end calls and press keys: they go on as they were.
update agent_versions set functions = '[
  {"id": "fn_end_call", "type": "end_call", "name": "end_call",
   "description": "Ends the call when the conversation is over or the person asks to end it."},
  {"id": "fn_press_digit", "type": "press_digit", "name": "press_digit",
   "description": "Presses keys in an automatic menu at the other end."}
]' where functions = '[]';
