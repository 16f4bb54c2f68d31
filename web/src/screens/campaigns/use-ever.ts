import { useRef } from 'react';

/** Whether it was ever true: what was opened once stays loaded, so that it closes with grace and gives the focus back. */
export function useEver(isTrue: boolean): boolean {
  const ever = useRef(false);
  if (isTrue) ever.current = true;
  return ever.current;
}
